// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/parameter_form.h"

#include "base/error.h"
#include "common/icon.h"
#include "form/collapsible_section.h"
#include "form/help_label.h"
#include "form/parameter_field.h"
#include "form/pipeline_editor.h"
#include "job/document/job_kind.h"
#include "model/job_model.h"
#include "model/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

using job::ParameterDef;
using job::ParameterSection;
using job::ParameterValue;

namespace {

const QString kLevelKey = QStringLiteral("form/all");
constexpr int kHelpLines = 3;

/// Sections that are open on a first start: the parameters that are changed most often.
bool openAtFirst(const std::string& group) {
    return group == "Probe" || group == "Engine" || group == "Position refinement" || group == "Geometry" ||
           group == "Pattern";
}

} // namespace

const ParameterDef& seedDefinition() {
    static const ParameterDef kSeed{
        .key = "seed",
        .type = job::ParameterType::integer,
        .defaultValue = 0LL,
        .minimum = 0,
        .maximum = 999'999'999,
        .section = ParameterSection::compute,
        .group = "Compute",
        .level = job::ParameterLevel::advanced,
        .label = QT_TRANSLATE_NOOP("Parameters", "Seed"),
        .help =
            QT_TRANSLATE_NOOP("Parameters", "Decides the order in which the frames are visited. The same seed gives "
                                            "the same numbers again."),
    };
    return kSeed;
}

ParameterForm::ParameterForm(JobModel& model, const std::vector<std::string>& hidden, QWidget* parent)
    : QWidget(parent), m_model(model), m_hidden(hidden), m_all(QSettings().value(kLevelKey, false).toBool()) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    buildTop(column);

    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFrameShape(QFrame::NoFrame);
    auto* content = new QWidget;
    m_list = new QVBoxLayout(content);
    m_list->setContentsMargins(0, 0, 4, 0);
    m_list->setSpacing(2);
    m_scroll->setWidget(content);
    m_scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    column->addWidget(m_scroll, 1);

    m_help = new HelpLabel(kHelpLines, this);
    column->addWidget(m_help);

    buildGroups();
    showHelp({});
    connect(&m_model, &JobModel::documentReplaced, this, &ParameterForm::showDocument);
    connect(&m_model, &JobModel::documentReplaced, this, [this] { showHelp({}); }); // of what is no longer set
    connect(&m_model, &JobModel::pipelineChanged, this, &ParameterForm::showDocument);
    connect(&m_model, &JobModel::valueChanged, this, &ParameterForm::valueChanged);
    if (m_pipeline != nullptr) {
        connect(m_pipeline, &PipelineEditor::currentStageChanged, this, &ParameterForm::showDocument);
    }
    showDocument();
}

ParameterForm::~ParameterForm() = default;

void ParameterForm::buildTop(QVBoxLayout* column) {
    m_search = new QLineEdit(this);
    m_search->setPlaceholderText(tr("Search parameters"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->setToolTip(tr("Finds a parameter by its name, its key or a word of its help (Ctrl+F)"));
    m_level = new QToolButton(this);
    m_level->setText(tr("All"));
    m_level->setIcon(icon(QStringLiteral("sliders")));
    m_level->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_level->setCheckable(true);
    m_level->setChecked(m_all);
    m_level->setToolTip(tr("Shows the rarely needed parameters as well"));
    auto* reset = new QToolButton(this);
    reset->setIcon(icon(QStringLiteral("reset")));
    reset->setText(tr("Reset"));
    reset->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    reset->setToolTip(tr("Sets all parameters back to their defaults; the engines of the pipeline stay. Asks first."));
    reset->setAccessibleName(tr("Reset all parameters"));
    reset->setObjectName(QStringLiteral("resetAll"));
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(m_search, 1);
    row->addWidget(m_level);
    row->addWidget(reset);
    column->addLayout(row);
    connect(m_search, &QLineEdit::textChanged, this, &ParameterForm::filter);
    connect(m_level, &QToolButton::toggled, this, &ParameterForm::setShowAll);
    connect(reset, &QToolButton::clicked, this, &ParameterForm::confirmReset);
    const auto follow = [this, reset] { reset->setEnabled(changedCount() > 0); };
    connect(&m_model, &JobModel::changed, reset, follow);
    connect(&m_model, &JobModel::documentReplaced, reset, follow);
    follow();
}

std::size_t ParameterForm::changedCount() const {
    return m_model.changedKeys().size() + (m_model.document().seed != 0 ? 1 : 0);
}

CollapsibleSection* ParameterForm::addSection(const std::string& id, const QString& title, bool open) {
    auto* section = new CollapsibleSection(QString::fromStdString(id), title, open);
    m_list->addWidget(section);
    return section;
}

void ParameterForm::buildGroups() {
    const bool hasPipeline = job::kindOf(m_model.document()).has(job::JobFeature::pipeline);
    if (hasPipeline) {
        m_pipelineSection = addSection("Pipeline", tr("Pipeline"), true);
        m_pipeline = new PipelineEditor(m_model, this);
        m_pipelineSection->body()->addWidget(m_pipeline);
        connect(m_pipeline, &PipelineEditor::helpWanted, this, &ParameterForm::showHelp);
    }

    // What belongs to the engine follows the pipeline, the rest comes in the order of the table.
    std::vector<const ParameterDef*> order;
    for (const bool stage : {true, false}) {
        for (const ParameterDef& def : job::parameterTable()) {
            if (def.isOfKind(m_model.document().kind) && (def.section == ParameterSection::stage) == stage)
                order.push_back(&def);
        }
    }
    if (hasPipeline) order.push_back(&seedDefinition());
    std::map<std::string, std::size_t> known;
    for (const ParameterDef* def : order) {
        if (std::ranges::find(m_hidden, def->key) != m_hidden.end()) continue;
        const auto [entry, isNew] = known.try_emplace(def->group, m_groups.size());
        if (isNew) m_groups.push_back({addSection(def->group, tableText(def->group), openAtFirst(def->group)), {}});
        addField(*def, m_groups[entry->second]);
    }
    m_nothing = new QLabel(tr("No parameter matches."), this);
    m_nothing->setEnabled(false);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setContentsMargins(0, 16, 0, 0);
    m_list->addWidget(m_nothing);
    m_list->addStretch();
}

std::size_t ParameterForm::currentStage() const { return m_pipeline == nullptr ? 0 : m_pipeline->currentStage(); }

void ParameterForm::addField(const ParameterDef& def, Group& group) {
    auto* field = new ParameterField(def, this);
    group.section->body()->addWidget(field);
    group.fields.push_back(field);
    m_fields.emplace(def.key, field);
    connect(field, &ParameterField::edited, this, [this, field](const ParameterValue& value) {
        m_editing = true;
        if (&field->def() == &seedDefinition()) {
            m_model.setSeed(static_cast<unsigned long long>(std::get<long long>(value)));
            showFieldValue(*field);
        } else {
            m_model.setValue(field->def(), value, currentStage());
        }
        // A click is a step; only what is typed or turned goes on.
        const auto type = field->def().type;
        if (type == job::ParameterType::boolean || type == job::ParameterType::choice) m_model.closeStep();
        m_editing = false;
        filter();
    });
    connect(field, &ParameterField::resetWanted, this, [this, field] {
        if (&field->def() == &seedDefinition()) {
            m_model.setSeed(0);
        } else {
            m_model.reset(field->def(), currentStage());
        }
        showFieldValue(*field); // also where only nonsense was typed and the model did not change
        filter();
    });
    connect(field, &ParameterField::validityChanged, this, &ParameterForm::validityChanged);
    connect(field, &ParameterField::typing, this, &ParameterForm::typing);
    // It stays where it is while it has the cursor; what it is then decides when it is left.
    connect(field, &ParameterField::left, this, &ParameterForm::filter, Qt::QueuedConnection);
    connect(field, &ParameterField::attended, this, [this, field] { showHelp(field->helpText(false)); });
}

void ParameterForm::setRunning(bool running) {
    for (const auto& entry : m_fields)
        entry.second->setEffect(running ? std::optional(entry.second->def().effect) : std::nullopt);
}

void ParameterForm::addGroupAction(const std::string& key, QAction* action) {
    const ParameterField* wantedField = field(key);
    for (const Group& group : m_groups) {
        if (std::ranges::find(group.fields, wantedField) == group.fields.end()) continue;
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        group.section->body()->addWidget(button);
    }
}

void ParameterForm::showDocument() {
    for (const auto& entry : m_fields) showFieldValue(*entry.second);
    filter();
}

void ParameterForm::showFieldValue(ParameterField& field) {
    if (&field.def() == &seedDefinition()) {
        field.showValue(static_cast<long long>(m_model.document().seed), seedDefinition().defaultValue);
        return;
    }
    const std::size_t stage = currentStage();
    const ParameterValue value = m_model.value(field.def(), stage);
    const ParameterValue& normal = m_model.defaultValue(field.def(), stage);
    if (m_editing) {
        field.markChanged(value, normal);
    } else {
        field.showValue(value, normal);
    }
}

void ParameterForm::valueChanged(const QString& key) {
    const auto found = m_fields.find(key.toStdString());
    if (found == m_fields.end()) return;
    showFieldValue(*found->second);
    if (!m_editing) filter();
}

bool ParameterForm::wanted(const ParameterField& field) const {
    const ParameterDef& def = field.def();
    if (def.section == ParameterSection::stage && !def.appliesTo(m_model.document().pipeline[currentStage()].engine)) {
        return false;
    }
    if (field.hasCursor()) return true;
    const QString search = m_search->text().trimmed();
    if (!search.isEmpty()) return field.matches(search);
    // What was changed, or is wrong, is shown in the basic view too: nothing in effect is hidden.
    return m_all || def.level == job::ParameterLevel::basic || field.isChanged() || !field.isValid();
}

void ParameterForm::filter() {
    const bool searching = !m_search->text().trimmed().isEmpty();
    bool any = false;
    for (const Group& group : m_groups) {
        int shown = 0;
        int changed = 0;
        for (ParameterField* field : group.fields) {
            const bool show = wanted(*field);
            field->setVisible(show);
            shown += show ? 1 : 0;
            changed += show && field->isChanged() ? 1 : 0;
        }
        any = any || shown > 0;
        group.section->setVisible(shown > 0);
        group.section->setForcedOpen(searching);
        group.section->setRemark(changed == 0 ? QString() : tr("%1 changed").arg(changed));
        const ParameterDef& first = group.fields.front()->def();
        if (first.section == ParameterSection::stage && m_model.stageCount() > 1) {
            const std::size_t stage = currentStage();
            group.section->setTitle(QStringLiteral("%1 (%2. %3)")
                                        .arg(tableText(first.group))
                                        .arg(stage + 1)
                                        .arg(engineTitle(m_model.document().pipeline[stage].engine)));
        } else {
            group.section->setTitle(tableText(first.group));
        }
    }
    if (m_pipelineSection != nullptr) m_pipelineSection->setVisible(!searching);
    m_nothing->setVisible(searching && !any);
}

void ParameterForm::setSearch(const QString& text) { m_search->setText(text); }

bool ParameterForm::clearSearch() {
    if (window()->focusWidget() != m_search || m_search->text().isEmpty()) return false;
    m_search->clear();
    return true;
}

void ParameterForm::focusSearch() {
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void ParameterForm::setShowAll(bool all) {
    m_all = all;
    m_level->setChecked(all);
    QSettings().setValue(kLevelKey, all);
    filter();
}

bool ParameterForm::isShown(const std::string& key) const {
    const auto found = m_fields.find(key);
    return found != m_fields.end() && wanted(*found->second);
}

ParameterField* ParameterForm::field(const std::string& key) const {
    const auto found = m_fields.find(key);
    return found == m_fields.end() ? nullptr : found->second;
}

std::vector<const ParameterField*> ParameterForm::invalidFields() const {
    std::vector<const ParameterField*> invalid;
    for (const auto& entry : m_fields) {
        if (!entry.second->isValid()) invalid.push_back(entry.second);
    }
    return invalid;
}

void ParameterForm::showField(const std::string& key) {
    ParameterField* wantedField = field(key);
    if (wantedField == nullptr) return;
    m_search->clear();
    if (!isShown(key)) setShowAll(true);
    for (const Group& group : m_groups) {
        if (std::ranges::find(group.fields, wantedField) != group.fields.end()) group.section->setOpen(true);
    }
    // The layout of what has just been opened is made when the event loop comes round.
    QTimer::singleShot(0, this, [this, wantedField] {
        m_scroll->ensureWidgetVisible(wantedField, 0, 40);
        wantedField->setFocusToEditor();
    });
}

void ParameterForm::setPlaceholder(const std::string& key, const QString& text) {
    ParameterField* target = field(key);
    if (target == nullptr) return;
    target->setPlaceholder(text);
}

void ParameterForm::confirmReset() {
    const std::size_t changed = changedCount();
    if (changed == 0) return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("Reset all parameters?"),
                                changed == 1 ? tr("1 parameter differs from its default.")
                                             : tr("%1 parameters differ from their defaults.").arg(changed),
                                QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("resetQuestion"));
    QAbstractButton* reset = box->addButton(tr("Reset all"), QMessageBox::AcceptRole);
    box->addButton(tr("Cancel"), QMessageBox::RejectRole);
    connect(reset, &QAbstractButton::clicked, &m_model, &JobModel::resetAll);
    box->open();
}

void ParameterForm::showHelp(const QString& text) {
    m_help->setHelp(
        text.isEmpty()
            ? QStringLiteral("<span style='color:gray'>%1</span>").arg(tr("Hover over a parameter for help."))
            : text);
}

} // namespace ewald::ui
