// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/sweep_editor.h"

#include "common/icon.h"
#include "form/number_text.h"
#include "job/document/job_kind.h"
#include "job/queue/store/sweep.h"
#include "model/job_model.h"
#include "model/text.h"
#include "model/user_message.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ewald::ui {

namespace {

constexpr std::size_t kMostShown = 12; ///< values of a line
constexpr std::size_t kMostLines = 4;

std::string keyOf(const QComboBox& parameter) { return parameter.currentData().toString().toStdString(); }

/// What may be typed as value of a parameter that is no number.
QStringList choicesOf(const std::string& key) {
    std::vector<std::string> words;
    if (key == "engine") words = job::engineNames();
    if (const job::ParameterDef* def = job::findParameter(key)) {
        words = def->choices;
        if (def->type == job::ParameterType::boolean) words = {"false", "true"};
    }
    QStringList texts;
    for (const std::string& word : words) texts << QString::fromStdString(word);
    return texts;
}

/// A word of documents as it is typed here: as the window calls it, unless that could be two values of a list.
QString shownChoice(const std::string& key, const QString& word) {
    const QString shown = sweptValue(key, word.toStdString());
    return shown.contains(u',') ? word : shown;
}

/// What was typed, with the words of documents for those of the window: "rPIE, ePIE" is "rpie,epie".
std::string typedIn(const std::string& key, const QLineEdit& values) {
    const QStringList words = choicesOf(key);
    QStringList typed = values.text().split(u',');
    for (QString& value : typed) {
        value = value.simplified();
        for (const QString& word : words)
            if (shownChoice(key, word).compare(value, Qt::CaseInsensitive) == 0) value = word;
        value.remove(u' ');
    }
    return typed.join(u',').toStdString();
}

/// What may be worth a comparison: half of a number as it is now, the number, and twice as much, as far as it may be
/// so; both of a switch. Empty where the number does not say how large it is: given by itself, or 0.
QString proposalFor(const job::JobDocument& form, const std::string& key) {
    using Type = job::ParameterType;
    const job::ParameterDef* def = job::findParameter(key);
    if (def != nullptr && def->type == Type::boolean) return choicesOf(key).join(QStringLiteral(", "));
    const bool counts = key == "iterations" || (def != nullptr && def->type == Type::integer);
    if (!counts && (def == nullptr || def->type != Type::real)) return {};
    bool isNumber = false;
    const double now = QString::fromStdString(job::queue::settingOf(form, key)).toDouble(&isNumber);
    if (!isNumber || now == 0) return {};
    QStringList values;
    for (const double factor : {0.5, 1.0, 2.0}) {
        const double value = counts ? std::round(factor * now) : factor * now;
        const bool isOfRange = def == nullptr ? value >= 1 : value >= def->minimum && value <= def->maximum;
        const bool isWord = def != nullptr && !def->special.empty() && value == def->minimum;
        const QString text = QString::number(value, 'g', 6);
        if (isOfRange && !isWord && !values.contains(text)) values << text;
    }
    return values.size() < 2 ? QString() : values.join(QStringLiteral(", "));
}

/// Ticks of a menu for what there is to choose from; the line has what is ticked.
void offerChoices(const std::string& key, QToolButton& button, QLineEdit& values) {
    QMenu* menu = button.menu();
    menu->clear();
    const QStringList words = choicesOf(key);
    button.setVisible(!words.isEmpty());
    for (const QString& word : words) {
        QAction* choice = menu->addAction(shownChoice(key, word));
        choice->setCheckable(true);
        choice->setData(word);
        QObject::connect(choice, &QAction::triggered, &values, [menu, &values] {
            QStringList chosen;
            for (const QAction* one : menu->actions())
                if (one->isChecked()) chosen << one->text();
            values.setText(chosen.join(QStringLiteral(", ")));
        });
    }
}

/// The menu ticks what the line has.
void tickChoices(const QToolButton& button, const QLineEdit& values) {
    const QStringList typed = values.text().split(u',');
    for (QAction* choice : button.menu()->actions())
        choice->setChecked(std::ranges::any_of(typed, [choice](const QString& value) {
            const QString one = value.simplified();
            return one == choice->data().toString() || one.compare(choice->text(), Qt::CaseInsensitive) == 0;
        }));
}

/// What was typed is a part of one name only: that one is meant.
void takeOnlyMatch(QComboBox& parameter) {
    const QString typed = parameter.currentText().simplified();
    if (typed.isEmpty() || parameter.findText(typed, Qt::MatchFixedString) >= 0) return;
    int found = -1;
    for (int row = 0; row < parameter.count(); ++row) {
        if (!parameter.itemText(row).contains(typed, Qt::CaseInsensitive)) continue;
        if (found >= 0) return;
        found = row;
    }
    if (found < 0) return;
    parameter.setCurrentIndex(found);
    parameter.setEditText(parameter.itemText(found)); // also where it was the current one
}

} // namespace

QString sweptLabel(const std::string& key) {
    if (key == "engine") return SweepEditor::tr("Engine");
    if (key == "iterations") return SweepEditor::tr("Iterations");
    if (key == "seed") return SweepEditor::tr("Seed");
    const job::ParameterDef* def = job::findParameter(key);
    return def == nullptr ? QString::fromStdString(key) : tableText(def->label);
}

QString sweptValue(const std::string& key, const std::string& value) {
    if (key == "engine") return engineTitle(value);
    const job::ParameterDef* def = job::findParameter(key);
    try {
        if (def != nullptr) return valueText(*def, job::parseValue(*def, value));
    } catch (const Error&) { // refused when the jobs are made
    }
    return QString::fromStdString(value);
}

SweepEditor::SweepEditor(bool optional, QWidget* parent)
    : QWidget(parent), m_optional(optional), m_column(new QVBoxLayout(this)), m_add(new QToolButton(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(4);
    m_add->setIcon(icon(QStringLiteral("add")));
    m_add->setText(optional ? tr("Vary a parameter") : tr("Vary another parameter"));
    m_add->setToolTip(
        tr("Each value makes a job of its own; with several parameters, each combination of their values"));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_add->setAutoRaise(true);
    m_column->addWidget(m_add);
    connect(m_add, &QToolButton::clicked, this, [this] {
        addLine();
        m_lines.back().parameter->setFocus();
    });
    if (!optional) addLine();
}

void SweepEditor::addLine() {
    if (m_lines.size() == kMostLines) return;
    Line line;
    line.widget = new QWidget(this);
    line.parameter = new QComboBox(line.widget);
    line.values = new QLineEdit(line.widget);
    line.choices = new QToolButton(line.widget);
    line.remove = new QToolButton(line.widget);
    line.parameter->setEditable(true);
    line.parameter->setInsertPolicy(QComboBox::NoInsert);
    line.parameter->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    line.parameter->completer()->setCompletionMode(QCompleter::PopupCompletion);
    line.parameter->completer()->setFilterMode(Qt::MatchContains);
    line.parameter->setToolTip(tr("The parameter that is varied; type a part of its name"));
    line.parameter->setAccessibleName(tr("Parameter"));
    line.values->setToolTip(tr("A list; or first:last:step; or first:last:log and how many, with even ratios"));
    line.values->setAccessibleName(tr("Values"));
    line.choices->setIcon(icon(QStringLiteral("chevron-down")));
    line.choices->setToolTip(tr("Chooses values from a list"));
    line.choices->setAccessibleName(line.choices->toolTip());
    line.choices->setAutoRaise(true);
    line.choices->setPopupMode(QToolButton::InstantPopup);
    line.choices->setMenu(new QMenu(line.choices));
    line.remove->setIcon(icon(QStringLiteral("close")));
    line.remove->setToolTip(tr("Does not vary this parameter"));
    line.remove->setAccessibleName(line.remove->toolTip());
    line.remove->setAutoRaise(true);
    fill(*line.parameter);
    // Not what another line varies already.
    for (int row = 0; row < line.parameter->count(); ++row) {
        const QVariant key = line.parameter->itemData(row);
        const auto has = [&](const Line& other) { return other.parameter->currentData() == key; };
        if (std::ranges::any_of(m_lines, has)) continue;
        line.parameter->setCurrentIndex(row);
        break;
    }
    auto* row = new QHBoxLayout(line.widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(line.parameter, 2);
    row->addWidget(line.values, 3);
    row->addWidget(line.choices);
    row->addWidget(line.remove);
    m_column->insertWidget(static_cast<int>(m_lines.size()), line.widget);
    m_lines.push_back(line);
    const auto propose = [line] {
        const std::string key = keyOf(*line.parameter);
        QStringList words;
        for (const QString& word : choicesOf(key).mid(0, 3)) words << shownChoice(key, word);
        line.values->setPlaceholderText(words.isEmpty() ? tr("1, 2, 4   or   1:9:2   or   1:16:log5")
                                                        : words.join(QStringLiteral(", ")));
        offerChoices(key, *line.choices, *line.values);
        tickChoices(*line.choices, *line.values);
    };
    propose();
    // What was typed is left as it is; what was proposed for another parameter is not.
    connect(line.parameter, &QComboBox::activated, this, [this, line] {
        const char* kProposed = "proposed";
        const QString before = line.values->property(kProposed).toString();
        if (!line.values->text().isEmpty() && line.values->text() != before) return;
        const QString proposal = proposalFor(m_form, keyOf(*line.parameter));
        line.values->setProperty(kProposed, proposal);
        line.values->setText(proposal);
    });
    connect(line.choices->menu(), &QMenu::aboutToShow, this, [line] { tickChoices(*line.choices, *line.values); });
    connect(line.parameter, &QComboBox::currentIndexChanged, line.values, propose);
    connect(line.parameter, &QComboBox::currentIndexChanged, this, &SweepEditor::edited);
    connect(line.parameter, &QComboBox::editTextChanged, this, &SweepEditor::edited);
    connect(line.parameter->lineEdit(), &QLineEdit::editingFinished, this,
            [parameter = line.parameter] { takeOnlyMatch(*parameter); });
    connect(line.values, &QLineEdit::textChanged, this, &SweepEditor::edited);
    connect(line.values, &QLineEdit::returnPressed, this, &SweepEditor::returnPressed);
    connect(line.remove, &QToolButton::clicked, this, [this, widget = line.widget] { remove(widget); });
    updateButtons();
    emit edited();
}

void SweepEditor::remove(const QWidget* line) {
    const auto found = std::ranges::find(m_lines, line, &Line::widget);
    if (found == m_lines.end()) return;
    found->widget->hide();
    found->widget->deleteLater();
    m_lines.erase(found);
    updateButtons();
    emit edited();
}

void SweepEditor::updateButtons() {
    m_add->setEnabled(m_lines.size() < kMostLines);
    for (const Line& line : m_lines) line.remove->setVisible(m_optional || m_lines.size() > 1);
}

void SweepEditor::setForm(const job::JobDocument& form) {
    const bool sameKind = form.kind == m_form.kind;
    m_form = form;
    if (!sameKind) {
        // What was typed is of parameters that the other kind does not have.
        const QSignalBlocker quiet(this);
        while (m_lines.size() > 1) remove(m_lines.back().widget);
        for (const Line& line : m_lines) {
            fill(*line.parameter);
            line.values->clear();
        }
    }
    emit edited();
}

void SweepEditor::fill(QComboBox& parameter) const {
    parameter.clear();
    if (job::findJobKind(m_form.kind) == nullptr) return;
    if (job::kindOf(m_form).has(job::JobFeature::pipeline))
        for (const char* key : {"engine", "iterations", "seed"}) parameter.addItem(sweptLabel(key), QLatin1String(key));
    for (const job::ParameterDef& def : job::parameterTable())
        if (def.isOfKind(m_form.kind) && def.section != job::ParameterSection::output && def.key != "devices")
            parameter.addItem(tableText(def.label), QString::fromStdString(def.key));
}

std::vector<std::string> SweepEditor::sweeps() const {
    std::vector<std::string> sweeps;
    for (const Line& line : m_lines)
        if (const std::string typed = typedIn(keyOf(*line.parameter), *line.values); !typed.empty())
            sweeps.push_back(keyOf(*line.parameter) + "=" + typed);
    return sweeps;
}

/// \param values how many there are; 0: something is wrong with them
QString SweepEditor::remarkOn(const Line& line, std::size_t& values) const {
    const std::string key = keyOf(*line.parameter);
    const std::string typed = typedIn(key, *line.values);
    values = 0;
    if (line.parameter->currentText() != line.parameter->itemText(line.parameter->currentIndex()))
        return tr("Choose one of the parameters.");
    if (typed.empty()) {
        values = 1;
        return tr("Now: %1").arg(sweptValue(key, job::queue::settingOf(m_form, key)));
    }
    try {
        const job::queue::Sweep sweep = job::queue::parseSweep(key + "=" + typed);
        QStringList shown, useless;
        job::JobDocument tried = m_form;
        for (const std::string& value : sweep.values) {
            job::queue::applySetting(tried, key + "=" + value);
            for (const std::string& line : job::ineffectiveParameters(tried))
                if (line.starts_with(key)) useless << coreText(line);
            if (shown.size() < qsizetype(kMostShown)) shown << sweptValue(key, value);
        }
        if (sweep.values.size() > kMostShown) shown << QStringLiteral("…");
        values = sweep.values.size();
        const QString all = shown.join(QStringLiteral(" · "));
        return useless.isEmpty() ? all : all + u'\n' + useless.first();
    } catch (const Error& error) {
        const UserMessage said = toMessage(error);
        return said.hint.isEmpty() ? said.what : tr("%1; %2").arg(said.what, said.hint);
    }
}

QString SweepEditor::remark(std::size_t& jobs) const {
    jobs = 1;
    QStringList texts;
    for (const Line& line : m_lines) {
        std::size_t values = 0;
        const QString text = remarkOn(line, values);
        if (values == 0) {
            jobs = 0;
            return text;
        }
        jobs *= values;
        texts << (m_lines.size() > 1 ? tr("%1: %2").arg(line.parameter->currentText(), text) : text);
    }
    try { // such as one that is named twice
        std::vector<job::queue::Sweep> all;
        for (const std::string& sweep : sweeps()) all.push_back(job::queue::parseSweep(sweep));
        static_cast<void>(job::queue::combinationsOf(all));
    } catch (const Error& error) {
        jobs = 0;
        return toMessage(error).what;
    }
    return texts.join(u'\n');
}

} // namespace ewald::ui
