// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/pipeline_editor.h"

#include "common/counted_text.h"
#include "common/icon.h"
#include "common/quantity_text.h"
#include "common/whole_box.h"
#include "form/eliding_combo.h"
#include "form/number_text.h"
#include "form/undo_keys.h"
#include "job/document/undivided.h"
#include "model/job_model.h"

#include <QComboBox>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace ewald::ui {

namespace {

constexpr int kResetRoom_px = 26;

QToolButton* smallButton(const QString& name, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(icon(name));
    button->setIconSize(QSize(14, 14));
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    return button;
}

/// A row with an outline while it is the current one. Painted, not styled: a style sheet would keep the palette of the
/// theme under which it was set for everything inside the row.
class StageFrame final : public QFrame {
public:
    using QFrame::QFrame;
    void setCurrent(bool current) {
        m_current = current;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        if (!m_current) return;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }

private:
    bool m_current = false;
};

} // namespace

PipelineEditor::PipelineEditor(JobModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_list(new QVBoxLayout), m_add(new QToolButton(this)), m_total(new QLabel(this)),
      m_changesLine(new QLabel(this)) {
    m_list->setContentsMargins(0, 0, 0, 0);
    m_list->setSpacing(2);
    m_add->setIcon(icon(QStringLiteral("add")));
    m_add->setText(tr("Add engine"));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_add->setAutoRaise(true);
    m_add->setToolTip(
        tr("Adds an engine that continues where the one before it ends, for example difference map, then rPIE"));
    m_total->setEnabled(false);
    auto* footer = new QHBoxLayout;
    footer->setContentsMargins(0, 0, 0, 0);
    footer->addWidget(m_add);
    footer->addStretch();
    footer->addWidget(m_total);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(m_list);
    column->addLayout(footer);
    m_changesLine->setTextFormat(Qt::RichText);
    m_changesLine->setWordWrap(true);
    column->addWidget(m_changesLine);
    connect(m_changesLine, &QLabel::linkActivated, this, &PipelineEditor::makeOneStage);

    connect(m_add, &QToolButton::clicked, this, [this] {
        // The first that is another one: the same engine again is a longer stage.
        const std::vector<std::string> names = job::engineNames();
        const auto other = std::ranges::find_if(
            names, [&](const std::string& name) { return name != m_model.document().pipeline.back().engine; });
        setCurrentStage(m_model.addStage(m_model.stageCount() - 1, other == names.end() ? names.front() : *other));
    });
    connect(&m_model, &JobModel::pipelineChanged, this, &PipelineEditor::refresh);
    connect(&m_model, &JobModel::documentReplaced, this, &PipelineEditor::refresh);
    refresh();
}

void PipelineEditor::setCurrentStage(std::size_t stage) {
    stage = std::min(stage, m_model.stageCount() - 1);
    const bool changed = stage != m_current;
    m_current = stage;
    for (std::size_t row = 0; row < m_rows.size(); ++row) fillRow(row);
    if (changed) emit currentStageChanged(m_current);
}

void PipelineEditor::refresh() {
    while (m_rows.size() < m_model.stageCount()) makeRow();
    while (m_rows.size() > m_model.stageCount()) {
        m_rows.back().frame->hide();
        m_rows.back().frame->deleteLater();
        m_rows.pop_back();
    }
    const std::size_t before = m_current;
    m_current = std::min(m_current, m_model.stageCount() - 1);
    for (std::size_t row = 0; row < m_rows.size(); ++row) fillRow(row);
    showTotal();
    showChanges();
    if (before != m_current) emit currentStageChanged(m_current);
}

void PipelineEditor::makeRow() {
    const std::size_t index = m_rows.size();
    Row row;
    row.frame = new StageFrame(this);
    row.frame->setObjectName(QStringLiteral("stage"));
    row.number = new QLabel(QStringLiteral("%1.").arg(index + 1), row.frame);
    row.engine = new ElidingCombo(row.frame);
    for (const std::string& name : job::engineNames()) {
        row.engine->addItem(engineTitle(name), QString::fromStdString(name));
        row.engine->setItemData(row.engine->count() - 1, engineHelp(name), Qt::ToolTipRole);
    }
    row.engine->setAccessibleName(tr("Engine"));
    // Whatever the names: the buttons beside it have to be seen.
    row.engine->setMinimumContentsLength(5);
    row.engine->setMinimumWidth(70);
    row.iterations = new WholeBox(row.frame);
    row.iterations->setRange(1, static_cast<int>(job::kMostIterations));
    row.iterations->setStepType(QSpinBox::AdaptiveDecimalStepType);
    shareUndoKeys(row.iterations);
    row.iterations->setAccessibleName(tr("Iterations"));
    row.iterations->setToolTip(tr("How many times this engine goes through all frames"));
    row.up = smallButton(QStringLiteral("up"), tr("Earlier"), row.frame);
    row.down = smallButton(QStringLiteral("down"), tr("Later"), row.frame);
    row.remove = smallButton(QStringLiteral("remove"), tr("Remove this engine"), row.frame);

    auto* line = new QHBoxLayout(row.frame);
    line->setContentsMargins(4, 2, 2, 2);
    line->setSpacing(3);
    line->addWidget(row.number);
    line->addWidget(row.engine, 1);
    line->addWidget(row.iterations, 1);
    for (QToolButton* button : {row.up, row.down, row.remove}) line->addWidget(button);
    m_list->addWidget(row.frame);

    connect(row.engine, &QComboBox::activated, this, [this, index](int choice) {
        setCurrentStage(index);
        m_model.setEngine(index, m_rows[index].engine->itemData(choice).toString().toStdString());
        emit helpWanted(engineHelp(m_model.document().pipeline[index].engine).toHtmlEscaped());
    });
    connect(row.iterations, &QSpinBox::valueChanged, this,
            [this, index](int value) { m_model.setIterations(index, static_cast<std::size_t>(value)); });
    connect(row.up, &QToolButton::clicked, this, [this, index] {
        m_model.moveStage(index, index - 1);
        setCurrentStage(index - 1);
    });
    connect(row.down, &QToolButton::clicked, this, [this, index] {
        m_model.moveStage(index, index + 1);
        setCurrentStage(index + 1);
    });
    connect(row.remove, &QToolButton::clicked, this, [this, index] { m_model.removeStage(index); });
    for (QWidget* widget :
         {static_cast<QWidget*>(row.frame), static_cast<QWidget*>(row.engine), static_cast<QWidget*>(row.iterations)}) {
        widget->installEventFilter(this);
    }
    row.engine->setFocusPolicy(Qt::StrongFocus);
    row.iterations->setFocusPolicy(Qt::StrongFocus);
    m_rows.push_back(row);
}

void PipelineEditor::fillRow(std::size_t index) {
    const Row& row = m_rows[index];
    const job::Stage& stage = m_model.document().pipeline[index];
    const QSignalBlocker blockEngine(row.engine);
    const QSignalBlocker blockIterations(row.iterations);
    row.engine->setCurrentIndex(row.engine->findData(QString::fromStdString(stage.engine)));
    row.engine->setToolTip(engineHelp(stage.engine));
    const bool several = m_rows.size() > 1;
    // The word needs the room of the buttons that several engines have; the line below names the unit then.
    row.iterations->setSuffix(several ? QString()
                                      : u' ' + unitText("iterations", static_cast<double>(stage.iterations)));
    row.iterations->setMinimumWidth(several ? 56 : 90);
    row.iterations->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    // A single engine lines up with the fields below it, which have a button to reset them at their right.
    const QMargins alone(0, 2, kResetRoom_px, 2), among(4, 2, 2, 2);
    row.frame->layout()->setContentsMargins(several ? among : alone);
    row.iterations->setValue(static_cast<int>(std::min(stage.iterations, job::kMostIterations)));
    row.number->setVisible(several);
    row.up->setVisible(several);
    row.down->setVisible(several);
    row.remove->setVisible(several);
    row.up->setEnabled(index > 0);
    row.down->setEnabled(index + 1 < m_rows.size());
    static_cast<StageFrame*>(row.frame)->setCurrent(several && index == m_current);
}

void PipelineEditor::showTotal() {
    m_total->setVisible(m_model.stageCount() > 1);
    m_total->setText(countedText(tr("Total: %1 {iteration|iterations}"), {m_model.totalIterations()}));
}

void PipelineEditor::setChanges(const std::vector<std::size_t>& iterations) {
    if (iterations.empty()) return;
    m_changes = iterations;
    showChanges();
}

void PipelineEditor::showChanges() {
    const std::vector<job::Stage>& stages = m_model.document().pipeline;
    QStringList begins;
    std::size_t begin = 0;
    for (std::size_t stage = 1; stage < stages.size(); ++stage) {
        begin += stages[stage - 1].iterations;
        const bool isChange = std::ranges::find(m_changes, begin) != m_changes.end();
        if (isChange && stages[stage].engine == stages[stage - 1].engine) begins << countText(begin);
    }
    m_changesLine->setVisible(!begins.isEmpty());
    if (begins.isEmpty()) return;
    m_changesLine->setText(tr("Stages from changes while it ran, after iteration %1. %2")
                               .arg(begins.join(QStringLiteral(", ")),
                                    QStringLiteral("<a href='one'>%1</a>").arg(tr("Make one stage of them"))));
    m_changesLine->setToolTip(tr("With these stages the run is done again as it was, to the last bit; as one stage it "
                                 "has the parameters of the end from the first iteration on"));
}

void PipelineEditor::makeOneStage() {
    job::JobDocument document = m_model.document();
    document.pipeline = job::undivided(document.pipeline);
    m_model.setDocument(document);
}

bool PipelineEditor::eventFilter(QObject* watched, QEvent* event) {
    for (std::size_t index = 0; index < m_rows.size(); ++index) {
        const Row& row = m_rows[index];
        if (watched != row.frame && watched != row.engine && watched != row.iterations) continue;
        auto* widget = static_cast<QWidget*>(watched);
        if (event->type() == QEvent::Wheel && !widget->hasFocus() && watched != row.frame) {
            event->ignore();
            return true;
        }
        if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::FocusIn) setCurrentStage(index);
        if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn) {
            emit helpWanted(QStringLiteral("<b>%1</b> – %2")
                                .arg(engineTitle(m_model.document().pipeline[index].engine),
                                     engineHelp(m_model.document().pipeline[index].engine).toHtmlEscaped()));
        }
        break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ewald::ui
