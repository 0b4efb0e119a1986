// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are dropped on the main window, and what they are for.
#include "form/parameter_form.h"
#include "model/text.h"
#include "window/batch_dialog.h"
#include "window/drop_hint.h"
#include "window/import_source_row.h"
#include "window/intent_sheet.h"
#include "window/main_window.h"
#include "window/queue_dock.h"
#include "window/start_page.h"

#include <QDropEvent>
#include <QMimeData>

namespace ewald::ui {

IntentSheet* MainWindow::intentSheet() const { return m_sheet; }

void MainWindow::askWhatFor(const SeveralFiles& files) {
    if (m_sheet) m_sheet->close();
    m_sheet = new IntentSheet(files, m_session.formForOthers(), m_queue->feed(), this);
    m_sheet->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_sheet, &IntentSheet::fileChosen, this, &MainWindow::open);
    connect(m_sheet, &IntentSheet::stackChosen, &m_session, &Session::openTogether);
    connect(m_sheet, &IntentSheet::compareChosen, this, &MainWindow::compare);
    connect(m_sheet, &IntentSheet::moreWanted, this, &MainWindow::showBatch);
    using FormUse = IntentSheet::FormUse;
    connect(m_sheet, &IntentSheet::queueChosen, this, [this](const job::queue::BatchRequest& asked, FormUse use) {
        queueBatch(asked, use != FormUse::none, use == FormUse::all, m_sheet->geometryOfFiles());
    });
    connect(m_sheet, &IntentSheet::watchChosen, this, [this](const job::queue::WatchedFolder& asked, FormUse use) {
        const auto act = [this, asked](const auto& common) {
            job::queue::WatchedFolder watched = asked;
            watched.common = common;
            m_queue->watch(watched, true);
            m_queue->reveal();
        };
        withCommon(asked.common, use != FormUse::none, use == FormUse::all, m_sheet->geometryOfFiles(), act);
    });
    m_sheet->show();
}

/// What jobs have in common of the form, as it is by then; `asked` itself where they have nothing of it, or where the
/// form is that of the other kind now. \param geometry instead of the form's, which may have been nudged since; empty:
/// that of the form
void MainWindow::withCommon(const job::JobDocument& asked, bool ofForm, bool ofScan, const std::string& geometry,
                            const std::function<void(const job::JobDocument&)>& act) {
    if (!ofForm || m_session.activeJob().document().kind != asked.kind) return act(asked);
    using FormUse = IntentSheet::FormUse;
    withJobOfForm([this, ofScan, act, geometry](const job::JobDocument& now) {
        job::JobDocument common =
            IntentSheet::commonOf(m_session.withoutAdded(now), ofScan ? FormUse::all : FormUse::withoutScan);
        if (!geometry.empty()) common.input.insert_or_assign("poni_file", geometry);
        act(common);
    });
}

void MainWindow::queueBatch(const job::queue::BatchRequest& asked, bool ofForm, bool ofScan,
                            const std::string& geometry) {
    withCommon(asked.common, ofForm, ofScan, geometry, [this, asked](const job::JobDocument& common) {
        job::queue::BatchRequest request = asked;
        request.common = common;
        m_queue->addBatch(request);
        m_queue->reveal();
    });
}

void MainWindow::showBatch(const QStringList& files) {
    if (m_batch) m_batch->close();
    m_batch = new BatchDialog(m_session.formForOthers(), m_queue->feed(), this);
    m_batch->setAttribute(Qt::WA_DeleteOnClose);
    m_batch->setInputs(files);
    using FormUse = IntentSheet::FormUse;
    connect(m_batch, &BatchDialog::queueChosen, this, [this](const job::queue::BatchRequest& asked, FormUse use) {
        queueBatch(asked, use != FormUse::none, use == FormUse::all, {});
    });
    m_batch->show();
}

BatchDialog* MainWindow::batchDialog() const { return m_batch; }

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (localFiles(event->mimeData()).isEmpty()) return;
    event->acceptProposedAction();
    m_start->setDropping(true);
    m_dropHint->showFor(localFiles(event->mimeData()), false);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event) {
    QMainWindow::dragLeaveEvent(event);
    m_start->setDropping(false);
    m_dropHint->hide();
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_start->setDropping(false);
    m_dropHint->hide();
    const QStringList files = localFiles(event->mimeData());
    if (files.isEmpty()) return;
    event->acceptProposedAction();
    openAll(files);
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_form && (event->type() == QEvent::DragLeave || event->type() == QEvent::Drop)) m_dropHint->hide();
    if (watched == m_form && (event->type() == QEvent::DragEnter || event->type() == QEvent::Drop)) {
        auto* drop = static_cast<QDropEvent*>(event);
        const QStringList files = localFiles(drop->mimeData());
        if (files.isEmpty()) return false;
        drop->acceptProposedAction();
        if (event->type() == QEvent::DragEnter) m_dropHint->showFor(files, true);
        if (event->type() == QEvent::Drop) {
            if (files.size() == 1) m_session.takeDropped(files.first());
            if (files.size() > 1) openAll(files);
        }
        return true;
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace ewald::ui
