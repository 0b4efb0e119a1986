// SPDX-License-Identifier: GPL-3.0-or-later
// How the monkey lives: steps, what it looks at after each, and what it does with the program.
#include "monkey.h"

#include "model/text.h"
#include "monkey_check.h"
#include "monkey_report.h"
#include "waiting.h"
#include "window/language.h"
#include "window/message_bar.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QRegularExpression>
#include <QScreen>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTranslator>
#include <QUrl>

#include <algorithm>
#include <cmath>

namespace ewald::ui::test {

namespace {

constexpr int kSettle_ms = 60000; ///< generous: test machines are shared
constexpr int kGrace_ms = 10000;  ///< what a job has just done is on the screen by then
constexpr int kLongestLook_ms = 15000;
constexpr qsizetype kRecent = 30;

/// Every entry of a menu and of those below it that can be chosen.
void collect(const QMenu& menu, QList<QAction*>& entries) {
    for (QAction* entry : menu.actions()) {
        if (entry->isSeparator() || !entry->isEnabled() || !entry->isVisible()) continue;
        if (entry->menu() != nullptr)
            collect(*entry->menu(), entries);
        else
            entries << entry;
    }
}

} // namespace

Monkey::Monkey(MonkeyFiles files, Plan plan) : m_files(std::move(files)), m_plan(std::move(plan)) {}

Monkey::~Monkey() = default;

void Monkey::run() {
    Draw draw(m_plan.seed, 0);
    openWindow(draw);
    m_watch.start();
    QTimer::singleShot(0, this, &Monkey::step);
    m_loop.exec();
    m_watch.stop();
    m_window.reset();
}

QString Monkey::summary() const {
    return QStringLiteral("seed %1, action %2 of %3").arg(m_plan.seed).arg(m_next).arg(m_plan.actions);
}

const std::vector<Monkey::Action>& Monkey::table() {
    static const std::vector<Action> actions{
        {10, true, &Monkey::openFile},      {2, true, &Monkey::openSeveral},    {4, true, &Monkey::dropFiles},
        {9, true, &Monkey::start},          {5, true, &Monkey::stop},           {3, true, &Monkey::pause},
        {4, true, &Monkey::apply},          {3, true, &Monkey::goOn},           {2, true, &Monkey::abort},
        {8, true, &Monkey::chooseMenu},     {12, true, &Monkey::setParameter},  {5, true, &Monkey::setIterations},
        {3, true, &Monkey::changePipeline}, {8, true, &Monkey::changePage},     {5, true, &Monkey::changeMode},
        {2, true, &Monkey::changeTheme},    {2, true, &Monkey::compareResults}, {3, true, &Monkey::resizeWindow},
        {1, true, &Monkey::reopen},         {30, false, &Monkey::click},        {12, false, &Monkey::drag},
        {7, false, &Monkey::wheel},         {14, false, &Monkey::key},          {6, false, &Monkey::type},
        {4, false, &Monkey::closeFront},    {4, false, &Monkey::wait},          {3, true, &Monkey::settle},
    };
    return actions;
}

void Monkey::step() {
    QDrag::cancel(); // text that was dragged waits for the mouse of a person
    const std::size_t before = m_next;
    {
        // What happens while look() waits may open a menu with an event loop of its own, which only an action ends.
        QTimer rescue;
        rescue.setSingleShot(true);
        connect(&rescue, &QTimer::timeout, this, &Monkey::step);
        rescue.start(kLongestLook_ms);
        look();
    }
    if (m_next != before || !m_loop.isRunning()) return; // the actions went on meanwhile
    if (m_next >= m_plan.actions || static_cast<std::size_t>(m_faults.size()) >= m_plan.mostFaults) {
        finish();
        return;
    }
    Draw draw(m_plan.seed, ++m_next);
    // Before the action, which may not return before others have happened.
    QTimer::singleShot(draw.chance(20) ? draw.between(0, 150) : draw.between(0, 15), this, &Monkey::step);
    ++m_depth;
    act(draw);
    --m_depth;
}

void Monkey::act(Draw& draw) {
    if (m_depth == 1 && !m_window->isVisible()) {
        reopen(draw);
        return;
    }
    QWidget* popup = QApplication::activePopupWidget();
    QWidget* modal = QApplication::activeModalWidget();
    if (auto* dialog = qobject_cast<QFileDialog*>(modal)) {
        // It could delete and rename: mouse and keys stay off it. While it asks something it is not to be closed.
        if (m_depth > 1) return;
        if (popup != nullptr)
            popup->close();
        else
            answer(*dialog, draw);
        return;
    }
    int total = 0;
    for (const Action& action : table()) total += action.weight;
    for (;;) {
        int left = draw.between(0, total - 1);
        const auto chosen = std::ranges::find_if(table(), [&](const Action& action) {
            left -= action.weight;
            return left < 0;
        });
        if (chosen->alone && (popup != nullptr || modal != nullptr)) continue;
        (this->*chosen->act)(draw);
        return;
    }
}

/// After each action, when the event loop has come round.
void Monkey::look() {
    for (const double blocked_ms : m_watch.blocked_ms()) {
        if (blocked_ms > m_plan.longest_ms)
            fault(QStringLiteral("the event loop was held up for %1 ms").arg(qRound(blocked_ms)));
    }
    m_watch.start();
    for (const QString& warning : takeWarnings()) fault(QStringLiteral("warning: ") + warning);
    if (!m_window) return;
    // What a job, or a worker, has just done is shown a moment later.
    QStringList found = contradictions(*m_window, m_files.words, m_jobPlan);
    const auto isOver = [&] {
        const bool idle = !m_window->session().controller().running() && Worker::busyCount() == 0;
        if (idle) test::settle();
        const QStringList still = contradictions(*m_window, m_files.words, m_jobPlan);
        found.removeIf([&](const QString& what) { return !still.contains(what); });
        return idle || found.isEmpty();
    };
    if (!found.isEmpty()) static_cast<void>(waitFor(isOver, kGrace_ms));
    for (const QString& what : found) fault(what);
}

void Monkey::finish() {
    // Menus and questions that are still open run event loops of their own.
    while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    while (QWidget* modal = QApplication::activeModalWidget()) {
        modal->close();
        if (QApplication::activeModalWidget() == modal) modal->hide();
    }
    m_loop.quit();
}

void Monkey::note(const QString& what) {
    const QString line = QStringLiteral("%1 %2").arg(m_next).arg(what);
    if (m_recent.size() == kRecent) m_recent.removeFirst();
    m_recent << line;
    writeDown(summary() + QStringLiteral(": ") + what);
}

void Monkey::fault(const QString& what) {
    QString kind = what;
    static const QRegularExpression numbers(QStringLiteral("[0-9]+"));
    kind.replace(numbers, QStringLiteral("#"));
    if (m_seen.contains(kind)) return;
    m_seen.insert(kind);
    m_faults << summary() + QStringLiteral(": ") + what;
    report(m_faults.back() + QStringLiteral("\n    the last actions:\n      ") +
           m_recent.join(QStringLiteral("\n      ")));
    if (m_plan.pictures.isEmpty() || !m_window) return;
    m_window->grab().save(QStringLiteral("%1/seed%2_action%3.png").arg(m_plan.pictures).arg(m_plan.seed).arg(m_next));
}

void Monkey::openWindow(Draw& draw) {
    const QString language = draw.of(languages());
    note(QStringLiteral("open a window in ") + language);
    m_window.reset();
    qDeleteAll(qApp->findChildren<QTranslator*>());
    installLanguage(language);
    m_jobPlan.reset();
    m_window = std::make_unique<MainWindow>();
    connect(&m_window->session().controller(), &JobController::planned, this,
            [this](const job::JobPlan& plan) { m_jobPlan = plan; });
    connect(&m_window->session().controller(), &JobController::runningChanged, this, [this](bool running) {
        if (running) m_jobPlan.reset();
    });
    m_window->resize(draw.between(900, 1280), draw.between(640, 1000));
    activate(*m_window);
    m_watch.start();
}

QWidget* Monkey::front(Draw& draw) const {
    if (QWidget* popup = QApplication::activePopupWidget()) return popup;
    if (QWidget* modal = QApplication::activeModalWidget()) return modal;
    if (draw.chance(50)) return m_window.get();
    QWidgetList windows;
    for (QWidget* window : QApplication::topLevelWidgets()) {
        const bool real = window->windowType() == Qt::Window || window->windowType() == Qt::Dialog;
        if (real && window->isVisible()) windows << window;
    }
    return windows.isEmpty() ? m_window.get() : draw.of(windows);
}

void Monkey::answer(QFileDialog& dialog, Draw& draw) {
    const bool saves = dialog.acceptMode() == QFileDialog::AcceptSave;
    const QStringList ends{".h5", ".json", ".csv", ".png", ".txt"};
    const QString file =
        saves ? m_files.folder + QStringLiteral("/kiwi%1").arg(draw.below(4)) + draw.of(ends) : m_files.any(draw);
    if (draw.chance(35) || dialog.fileMode() == QFileDialog::Directory || QDir(file).exists()) {
        note(QStringLiteral("close “%1”").arg(dialog.windowTitle()));
        dialog.reject();
        return;
    }
    note(QStringLiteral("answer “%1” with %2").arg(dialog.windowTitle(), QFileInfo(file).fileName()));
    dialog.selectFile(file);
    QMetaObject::invokeMethod(&dialog, "accept"); // may ask, or say that it cannot, before it returns
}

// ---- what a person does with the program ----

void Monkey::openFile(Draw& draw) {
    const QString file = m_files.any(draw);
    note(QStringLiteral("open ") + QFileInfo(file).fileName());
    m_window->open(file);
}

void Monkey::openSeveral(Draw& draw) {
    QStringList files;
    for (int i = draw.between(2, 3); i > 0; --i) files << m_files.any(draw);
    note(QStringLiteral("open together ") + files.join(u' '));
    m_window->openAll(files);
}

void Monkey::dropFiles(Draw& draw) {
    QStringList files{m_files.any(draw)};
    if (draw.chance(20)) files << m_files.any(draw);
    const QPoint place(draw.between(0, m_window->width() - 1), draw.between(0, m_window->height() - 1));
    QWidget* target = m_window->childAt(place);
    while (target != nullptr && !target->acceptDrops()) target = target->parentWidget();
    if (target == nullptr) target = m_window.get();
    note(QStringLiteral("drop %1 on %2").arg(files.join(u' '), QLatin1String(target->metaObject()->className())));
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files) urls << QUrl::fromLocalFile(file);
    data.setUrls(urls);
    const QPoint inside = target->mapFrom(m_window.get(), place);
    QDragEnterEvent enter(inside, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    if (!enter.isAccepted() || draw.chance(15)) {
        QDragLeaveEvent leave;
        QApplication::sendEvent(target, &leave);
        return;
    }
    QDropEvent drop(inside, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &drop);
}

void Monkey::trigger(QAction* action, const char* name) {
    note(QLatin1String(name) + (action->isEnabled() ? QString() : QStringLiteral(" (disabled)")));
    action->trigger();
}

void Monkey::start(Draw&) { trigger(m_window->runActions().start, "start"); }
void Monkey::stop(Draw&) { trigger(m_window->runActions().stop, "stop"); }
void Monkey::pause(Draw&) { trigger(m_window->runActions().pause, "pause"); }
void Monkey::apply(Draw&) { trigger(m_window->runActions().apply, "apply"); }
void Monkey::goOn(Draw&) { trigger(m_window->runActions().resume, "continue"); }
void Monkey::abort(Draw&) { trigger(m_window->runActions().abort, "abort"); }

void Monkey::chooseMenu(Draw& draw) {
    QList<QAction*> entries;
    for (const QAction* menu : m_window->menuBar()->actions()) {
        if (menu->menu() == nullptr) continue;
        emit menu->menu()->aboutToShow();
        collect(*menu->menu(), entries);
    }
    QAction* entry = draw.of(entries);
    note(QStringLiteral("choose “%1”").arg(entry->text()));
    entry->trigger();
}

void Monkey::setParameter(Draw& draw) {
    JobModel& job = m_window->session().activeJob();
    QList<const job::ParameterDef*> own;
    for (const job::ParameterDef& def : job::parameterTable()) {
        if (def.isOfKind(job.document().kind)) own << &def;
    }
    const job::ParameterDef& def = *draw.of(own);
    const std::size_t stage = draw.below(job.stageCount());
    job::ParameterValue value = def.defaultValue;
    switch (def.type) {
    case job::ParameterType::boolean: value = draw.chance(50); break;
    case job::ParameterType::integer: {
        // Nothing that takes hours or gigabytes.
        const auto low = static_cast<long long>(def.minimum);
        value = low + static_cast<long long>(draw.below(
                          static_cast<std::size_t>(std::min(static_cast<long long>(def.maximum) - low, 12LL) + 1)));
        break;
    }
    case job::ParameterType::real: {
        const double usual = std::get<double>(def.defaultValue);
        const double factor = std::pow(2.0, draw.between(-3, 3));
        value = std::clamp(usual == 0 ? def.minimum : usual * factor, def.minimum, def.maximum);
        break;
    }
    case job::ParameterType::choice: value = draw.of(def.choices); break;
    case job::ParameterType::text: value = std::string(draw.chance(50) ? "" : "1"); break;
    case job::ParameterType::path: value = draw.chance(50) ? std::string() : m_files.any(draw).toStdString(); break;
    }
    if (draw.chance(30)) value = def.defaultValue;
    note(QStringLiteral("set %1 to %2")
             .arg(QString::fromStdString(def.key), QString::fromStdString(job::toText(value))));
    try {
        job.setValue(def, value, stage);
    } catch (const Error&) { // a value that the table refuses
    }
}

void Monkey::setIterations(Draw& draw) {
    const auto iterations = static_cast<std::size_t>(draw.chance(15) ? 100000 : draw.between(1, 25));
    note(QStringLiteral("%1 iterations").arg(iterations));
    JobModel& job = m_window->session().job();
    job.setIterations(draw.below(job.stageCount()), iterations);
}

void Monkey::changePipeline(Draw& draw) {
    JobModel& job = m_window->session().job();
    const std::string engine = draw.of(job::engineNames());
    const std::size_t stage = draw.below(job.stageCount());
    note(QStringLiteral("change the pipeline: ") + QString::fromStdString(engine));
    if (draw.chance(50))
        job.setEngine(stage, engine);
    else if (draw.chance(40) && job.stageCount() < 4)
        job.setIterations(job.addStage(stage, engine), 5);
    else
        job.removeStage(stage);
}

void Monkey::changePage(Draw& draw) {
    QTabWidget& tabs = m_window->tabs();
    QList<int> shown;
    for (int tab = 0; tab < tabs.count(); ++tab) {
        if (tabs.isTabVisible(tab)) shown << tab;
    }
    const int tab = draw.of(shown);
    note(QStringLiteral("page ") + tabs.tabText(tab));
    tabs.setCurrentIndex(tab);
}

void Monkey::changeMode(Draw& draw) {
    const Mode mode = draw.chance(50) ? Mode::integration : Mode::ptychography;
    note(QStringLiteral("mode %1").arg(static_cast<int>(mode)));
    m_window->session().setMode(mode);
}

void Monkey::changeTheme(Draw& draw) {
    const Theme theme = draw.of(std::vector{Theme::system, Theme::light, Theme::dark});
    note(QStringLiteral("theme ") + themeName(theme));
    m_window->setTheme(theme);
}

void Monkey::compareResults(Draw& draw) {
    const QString a = draw.of(m_files.results);
    const QString b = draw.chance(80) ? draw.of(m_files.results) : m_files.any(draw);
    note(QStringLiteral("compare %1 and %2").arg(a, b));
    m_window->compare(a, b);
}

void Monkey::resizeWindow(Draw& draw) {
    const QSize size(draw.between(400, 1280), draw.between(300, 1024));
    note(QStringLiteral("resize to %1 × %2").arg(size.width()).arg(size.height()));
    m_window->resize(size);
}

void Monkey::reopen(Draw& draw) {
    if (m_depth > 1) return; // the window is in the middle of something
    openWindow(draw);
}

void Monkey::wait(Draw& draw) {
    const int milliseconds = draw.between(50, 600);
    note(QStringLiteral("wait %1 ms").arg(milliseconds));
    QTest::qWait(milliseconds);
}

/// What belongs on the screen comes.
void Monkey::settle(Draw&) {
    Session& session = m_window->session();
    if (m_depth > 1 || session.controller().running()) return;
    note(QStringLiteral("wait until all is shown"));
    const auto settled = [this] {
        return QApplication::activeModalWidget() != nullptr || m_window->session().controller().running() ||
               isSettled(*m_window);
    };
    if (!QTest::qWaitFor(settled, kSettle_ms)) fault(QStringLiteral("what belongs on the screen does not come"));
}

} // namespace ewald::ui::test
