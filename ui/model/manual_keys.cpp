// SPDX-License-Identifier: GPL-3.0-or-later
// The page "Keyboard and mouse" of the manual.
#include "model/manual.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace ewald::ui {

namespace {

/// The names of keys as the menus of the window have them.
QString inLanguage(const QString& keys) {
    static const QRegularExpression kName(QStringLiteral("\\b(Ctrl|Shift|Alt|PgUp|PgDown|Return|Del|Home|Esc)\\b"));
    static constexpr std::array kModifiers{QLatin1StringView("Ctrl"), QLatin1StringView("Shift"),
                                           QLatin1StringView("Alt")};
    QString text;
    qsizetype end = 0;
    for (const QRegularExpressionMatch& match : kName.globalMatch(keys)) {
        const QString name = match.captured();
        const bool isModifier = std::ranges::find(kModifiers, name) != kModifiers.end();
        QString own = QKeySequence::fromString(isModifier ? name + QStringLiteral("+A") : name)
                          .toString(QKeySequence::NativeText);
        if (isModifier) own.chop(2);
        text += keys.mid(end, match.capturedStart() - end) + own;
        end = match.capturedEnd();
    }
    return text + keys.mid(end);
}

/// A page under construction: groups of two columns.
class KeysTable {
    Q_DECLARE_TR_FUNCTIONS(ewald::ui::KeysTable)

public:
    void addJobKeys();
    void addViewKeys();
    [[nodiscard]] const QString& text() const noexcept { return m_text; }

private:
    void group(const QString& title) {
        m_text +=
            QStringLiteral("\n## %1\n\n| %2 | %3 |\n|---|---|\n").arg(title, tr("Key or gesture"), tr("What it does"));
    }
    void add(const QString& keys, const QString& what) {
        m_text += QStringLiteral("| %1 | %2 |\n").arg(inLanguage(keys), what);
    }

    QString m_text;
};

void KeysTable::addJobKeys() {
    group(tr("Run"));
    add(QStringLiteral("F5"), tr("Start"));
    add(QStringLiteral("Ctrl+F5"), tr("Add to the queue"));
    add(QStringLiteral("Shift+F5"), tr("Continue the open result"));
    add(QStringLiteral("F6"), tr("Pause and resume"));
    add(QStringLiteral("F7"), tr("Stop and keep the result"));
    add(QStringLiteral("Shift+F7"), tr("Abort"));
    add(QStringLiteral("Ctrl+Return"),
        tr("Stop, save and go on with parameters that the running job cannot take over"));
    add(QStringLiteral("Ctrl+Shift+F"), tr("Find the orientation of the positions"));
    add(QStringLiteral("Ctrl+D"), tr("Devices and scaling"));
    group(tr("Files"));
    add(QStringLiteral("Ctrl+O"), tr("Open a scan, frames, a job or a result; or drop it on the window"));
    add(QStringLiteral("Alt+PgUp, Alt+PgDown"), tr("Open the previous or next scan of the folder"));
    add(QStringLiteral("Ctrl+E"), tr("Open the example"));
    add(QStringLiteral("Ctrl+I"), tr("Assign datasets"));
    add(QStringLiteral("Ctrl+Shift+O, Ctrl+S"), tr("Open and save a job"));
    add(QStringLiteral("Ctrl+Shift+E"), tr("Export"));
    add(tr("Drop a result on the parameters"), tr("Start the next run from it"));
    add(tr("Drop two results, or Ctrl+Shift+C"), tr("Compare two results"));
    add(QStringLiteral("B"), tr("In a comparison: the other of both results in the same place"));
    group(tr("Queue"));
    add(QStringLiteral("Ctrl+J, Ctrl+Shift+J"), tr("Show or hide the queue, and the pictures of all runs"));
    add(QStringLiteral("Ctrl+Shift+F5"), tr("Run the job with several values of a parameter"));
    add(QStringLiteral("Ctrl+F6"), tr("Hold the queue, and let it run again"));
    add(tr("In its table: P, S, A, R"), tr("Pause or resume, stop, abort, try again"));
    add(QStringLiteral("D, Return, F, C"),
        tr("Duplicate and edit, open the result, show its folder, compare two results"));
    add(QStringLiteral("Alt+↑, Alt+↓, +, −"), tr("Earlier, later, more and less priority; or drag the rows"));
    add(QStringLiteral("Del, U"), tr("Remove from the list, and undo that"));
    group(tr("Images"));
    add(tr("Wheel, drag, double click"), tr("Zoom, move, fit"));
    add(QStringLiteral("F, 1, +, −"), tr("Fit, actual size, zoom in, zoom out"));
    add(QStringLiteral("L, R, C"), tr("Logarithmic, range, next colour map"));
    add(QStringLiteral("Shift+R, K"), tr("Histogram; lock the range"));
    add(QStringLiteral("A, O"), tr("Draw a rectangle or an ellipse whose values are shown in a table"));
    add(QStringLiteral("M"), tr("Measure a distance and a line profile by dragging"));
    add(QStringLiteral("P"), tr("Show the scan positions"));
    add(QStringLiteral("M"), tr("In the scan map: show where refinement has moved the positions"));
    add(QStringLiteral("O, Del"), tr("In the scan map: leave frames out by click or lasso; leave the shown frame out"));
    add(QStringLiteral("Ctrl+C"), tr("Copy the figure"));
}

void KeysTable::addViewKeys() {
    group(tr("Masks and centre"));
    add(QStringLiteral("B, X, G"), tr("Paint the mask with a brush, a rectangle, a polygon"));
    add(QStringLiteral("E"), tr("Erase instead of masking"));
    add(QStringLiteral("Ctrl+Z, Ctrl+Shift+Z"), tr("Undo and redo the last change: parameters, geometry, mask"));
    add(QStringLiteral("H"), tr("Show or hide the mask"));
    add(QStringLiteral("T"), tr("Set the centre by a click"));
    group(tr("Powder patterns"));
    add(tr("Shift+drag"), tr("Choose a range of the pattern for the map"));
    add(QStringLiteral("Home"), tr("Show the whole pattern"));
    group(tr("Window"));
    add(QStringLiteral("Esc"), tr("Close the message, or put the tool away"));
    add(QStringLiteral("Ctrl+1 … Ctrl+5"), tr("Data, reconstruction, 3-D phase, probe, report"));
    add(QStringLiteral("Ctrl+F"), tr("Find a parameter"));
    add(QStringLiteral("Ctrl+B"), tr("Show or hide the parameters"));
    add(QStringLiteral("F11"), tr("Full screen"));
}

} // namespace

ManualPage keysPage() {
    KeysTable table;
    table.addJobKeys();
    table.addViewKeys();
    return {QStringLiteral("keys"), QStringLiteral("# %1\n").arg(KeysTable::tr("Keyboard and mouse")) + table.text()};
}

} // namespace ewald::ui
