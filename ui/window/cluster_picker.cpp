// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/cluster_picker.h"

#include "job/queue/slurm/submission_check.h"
#include "model/queue_feed.h"
#include "model/session.h"
#include "model/text.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <tuple>

namespace ewald::ui {

namespace {

using job::queue::ClusterEntry;

/// What was asked of a cluster last is asked again.
QString settingOf(const ClusterEntry& entry) {
    return QStringLiteral("cluster/values/%1").arg(QString::fromStdString(entry.name));
}

/// The templates that come with the program say how the program is found on a node.
QString titleOf(const ClusterEntry& entry) {
    if (entry.name.empty()) return ClusterPicker::tr("Cluster");
    if (entry.name == "plain") return ClusterPicker::tr("Cluster: Slurm");
    if (entry.name == "module") return ClusterPicker::tr("Cluster: Slurm, with a module");
    if (entry.name == "apptainer") return ClusterPicker::tr("Cluster: Slurm, with Apptainer");
    return ClusterPicker::tr("Cluster: %1").arg(QString::fromStdString(entry.name));
}

QString refusalText(const ClusterEntry& entry) {
    return QStringList{coreText(entry.refusal.what), QString::fromStdString(entry.refusal.where),
                       coreText(entry.refusal.hint)}
        .join(u'\n')
        .trimmed();
}

} // namespace

ClusterPicker::ClusterPicker(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_places(new QComboBox(this)), m_more(new QWidget(this)),
      m_also(new QLabel(tr("Also:"), m_more)), m_values(new QLineEdit(m_more)), m_verdict(new QLabel(m_more)) {
    m_places->setObjectName(QStringLiteral("places"));
    m_places->setAccessibleName(tr("Runs on"));
    m_places->setToolTip(
        tr("Where Start and Add to queue run jobs. A cluster (Slurm) chooses the devices by itself; the "
           "run is shown here as usual, and goes on when the window is closed."));
    m_places->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_places->addItem(tr("This computer"));
    m_values->setObjectName(QStringLiteral("clusterValues"));
    m_values->setAccessibleName(tr("Asks the cluster for"));
    m_also->setBuddy(m_values);
    m_verdict->setObjectName(QStringLiteral("clusterVerdict"));
    m_verdict->setWordWrap(true);
    auto* where = new QLabel(tr("Runs on:"), this);
    where->setBuddy(m_places);
    const int width = std::max(where->sizeHint().width(), m_also->sizeHint().width());
    for (QLabel* label : {where, m_also}) label->setMinimumWidth(width);
    auto* top = new QHBoxLayout;
    top->addWidget(where);
    top->addWidget(m_places, 1);
    auto* row = new QHBoxLayout;
    row->addWidget(m_also);
    row->addWidget(m_values, 1);
    auto* more = new QVBoxLayout(m_more);
    more->setContentsMargins(0, 0, 0, 0);
    more->setSpacing(2);
    more->addWidget(m_verdict); // in a low window the fields are scrolled, and this is not
    more->addLayout(buildFields());
    more->addLayout(row);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(top);
    column->addWidget(m_more);
    connect(m_places, &QComboBox::activated, this, &ClusterPicker::choose);
    connect(m_values, &QLineEdit::editingFinished, this, &ClusterPicker::takeValues);
    connect(&m_session, &Session::backendChanged, this, &ClusterPicker::showChoice);
    showChoice();
}

QLayout* ClusterPicker::buildFields() {
    const std::array<std::tuple<const char*, QString, QString>, 5> fields{
        {{"time", tr("Time:"), tr("Time limit of a job: 4h, 90min, or 04:00:00; a number alone is minutes")},
         {"gpus", tr("GPUs:"), tr("GPUs on each node")},
         {"memory", tr("Memory:"), tr("Memory on each node, 64G")},
         {"partition", tr("Partition:"), tr("Which nodes: the partition of the cluster")},
         {"account", tr("Account:"), tr("Whose account the time is taken from")}}};
    auto* grid = new QGridLayout;
    grid->setSpacing(4);
    for (const auto& [key, name, tip] : fields) {
        auto* label = new QLabel(name, m_more);
        auto* edit = new QLineEdit(m_more);
        label->setBuddy(edit);
        edit->setObjectName(QStringLiteral("cluster_%1").arg(QLatin1String(key)));
        edit->setToolTip(tip);
        edit->setMinimumWidth(edit->fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + 12);
        const int at = static_cast<int>(m_fields.size());
        grid->addWidget(label, at / 2, at % 2 * 2);
        grid->addWidget(edit, at / 2, at % 2 * 2 + 1);
        connect(edit, &QLineEdit::editingFinished, this, &ClusterPicker::takeValues);
        m_fields.push_back({key, label, edit});
    }
    return grid;
}

QLineEdit* ClusterPicker::field(const QString& key) const {
    const auto found =
        std::ranges::find_if(m_fields, [&](const Field& field) { return key == QLatin1String(field.key); });
    return found == m_fields.end() ? nullptr : found->edit;
}

ClusterPicker::~ClusterPicker() {
    if (m_abandon) *m_abandon = true;
}

void ClusterPicker::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showChoice();
    // Templates are files, which may have come since.
    if (!m_survey.busy())
        m_survey.start<std::vector<ClusterEntry>>(
            [](TaskContext&) { return job::queue::clusterEntries(); },
            [this](std::vector<ClusterEntry> entries) { setEntries(std::move(entries)); });
}

void ClusterPicker::setEntries(std::vector<ClusterEntry> entries) {
    if (entries == m_entries) return;
    m_entries.clear();
    while (m_places->count() > 1) m_places->removeItem(1);
    for (const ClusterEntry& entry : entries) addEntry(entry);
    showChoice();
}

void ClusterPicker::addEntry(const ClusterEntry& entry) {
    m_entries.push_back(entry);
    m_places->addItem(titleOf(entry));
    const int row = m_places->count() - 1;
    const QString host = QString::fromStdString(entry.submitHost);
    const bool usable = entry.refusal.what.empty();
    const QString tip = !usable          ? refusalText(entry)
                        : host.isEmpty() ? tr("Jobs are handed to Slurm on this computer")
                                         : tr("Jobs are handed to Slurm on %1, through ssh").arg(host);
    m_places->setItemData(row, tip, Qt::ToolTipRole);
    auto* items = qobject_cast<QStandardItemModel*>(m_places->model());
    if (!usable && items != nullptr) items->item(row)->setEnabled(false);
}

void ClusterPicker::choose(int index) {
    if (index <= 0) return m_session.setBackend({});
    const ClusterEntry& entry = m_entries[static_cast<std::size_t>(index - 1)];
    if (&entry == chosen()) return;
    std::string backend = entry.backend;
    try {
        backend = backendOf(entry, QSettings().value(settingOf(entry)).toString().toStdString());
    } catch (const Error&) { // its template has changed since
    }
    m_session.setBackend(backend);
}

/// Of all fields, as a job has it; what is typed as words goes before a field of that name.
QString ClusterPicker::typedValues() const {
    QStringList words = m_values->text().simplified().split(u' ', Qt::SkipEmptyParts);
    for (const Field& field : m_fields) {
        const QString value = field.edit->text().simplified().remove(u' '), key = QLatin1String(field.key) + u'=';
        const bool isTyped = std::ranges::any_of(words, [&](const QString& word) { return word.startsWith(key); });
        if (!value.isEmpty() && !field.edit->isHidden() && !isTyped) words << key + value;
    }
    return words.join(u' ');
}

/// \param values "partition=gpu time=02:00:00"
void ClusterPicker::showFields(const ClusterEntry& entry, const std::string& values) {
    QStringList rest = QString::fromStdString(values).split(u' ', Qt::SkipEmptyParts), others;
    for (const std::string& place : entry.places)
        if (field(QString::fromStdString(place)) == nullptr) others << QString::fromStdString(place);
    for (const Field& field : m_fields) {
        const bool known = std::ranges::find(entry.places, field.key) != entry.places.end();
        field.label->setVisible(known);
        field.edit->setVisible(known);
        const auto proposed = entry.defaults.find(field.key);
        field.edit->setPlaceholderText(proposed == entry.defaults.end() ? QString()
                                                                        : QString::fromStdString(proposed->second));
        const QString key = QLatin1String(field.key) + u'=';
        const auto word = std::ranges::find_if(rest, [&](const QString& one) { return one.startsWith(key); });
        const QString value = known && word != rest.end() ? word->mid(key.size()) : QString();
        if (known && word != rest.end()) rest.erase(word);
        if (!field.edit->hasFocus()) field.edit->setText(value);
    }
    if (!m_values->hasFocus() || !m_values->isModified()) m_values->setText(rest.join(u' '));
    m_also->setVisible(!others.isEmpty() || !rest.isEmpty());
    m_values->setVisible(!others.isEmpty() || !rest.isEmpty());
    m_values->setPlaceholderText(others.join(QStringLiteral("=… ")) +
                                 (others.isEmpty() ? QString() : QStringLiteral("=…")));
    m_values->setToolTip(tr("Words of the form key=value with blanks between them, such as nodes=2\nThis cluster's "
                            "template knows, besides: %1")
                             .arg(others.join(QStringLiteral(", "))));
}

void ClusterPicker::takeValues() {
    const ClusterEntry* entry = chosen();
    if (entry == nullptr) return;
    const QString typed = typedValues();
    try {
        const std::string backend = backendOf(*entry, typed.toStdString());
        QSettings().setValue(settingOf(*entry), typed);
        m_values->setModified(false); // what has a field of its own goes there
        m_session.setBackend(backend);
        showChoice();
        ask(); // what is said may be about what was typed before
    } catch (const Error& error) {
        const UserMessage said = toMessage(error);
        m_asked.clear();
        say(said.what, true, said.hint);
    }
}

const ClusterEntry* ClusterPicker::chosen() const {
    const std::string& backend = m_session.backend();
    if (backend.empty() || m_entries.empty()) return nullptr;
    const std::string place = backend.substr(0, backend.find(' '));
    if (place == "slurm") return &m_entries.front();
    const auto found = std::ranges::find(m_entries, place, &ClusterEntry::backend);
    return found == m_entries.end() ? nullptr : &*found;
}

void ClusterPicker::showChoice() {
    const std::string& place = m_session.backend();
    if (!place.empty() && !m_entries.empty() && chosen() == nullptr) // of an edited job, whose site is gone
        addEntry({place.substr(0, place.find(' ')), job::queue::parseBackend(place).site, {}, {}, {}, {}});
    const ClusterEntry* entry = chosen();
    m_places->setCurrentIndex(entry == nullptr ? 0 : static_cast<int>(entry - m_entries.data()) + 1);
    m_more->setVisible(entry != nullptr);
    emit placeChanged(entry == nullptr ? QString::fromStdString(place) : m_places->currentText());
    if (entry == nullptr) return;
    showFields(*entry, job::queue::valuesOf(place));
    ask();
}

/// Whether the cluster would take such a job.
void ClusterPicker::ask() {
    if (m_asked == m_session.backend() || !isVisible()) return;
    m_asked = m_session.backend();
    if (m_abandon) *m_abandon = true;
    m_abandon = std::make_shared<std::atomic<bool>>(false);
    say(tr("Asking the cluster …"));
    m_check.start<std::string>(
        [backend = m_asked, abandon = m_abandon](TaskContext&) {
            return job::queue::checkSubmission(backend, queueProgram(), *abandon);
        },
        [this](const std::string& warning) {
            say(warning.empty() ? tr("The cluster takes such jobs.") : coreText(warning), !warning.empty());
        },
        [this](const Error& error) {
            const UserMessage said = toMessage(error);
            say(said.what, true, said.hint);
        });
}

void ClusterPicker::say(const QString& text, bool bad, const QString& details) {
    m_verdict->setText(asSentence(text));
    m_verdict->setToolTip(details);
    m_verdict->setStyleSheet(bad ? QStringLiteral("color: palette(bright-text);") : QString());
}

QString ClusterPicker::verdict() const { return m_more->isHidden() ? QString() : m_verdict->text(); }

} // namespace ewald::ui
