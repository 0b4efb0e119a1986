// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/queue_text.h"

#include <QStringList>
#include <QWidget>

class QFrame;
class QImage;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace ewald::view {
class ElidedLabel;
} // namespace ewald::view

namespace ewald::ui {

/// One job of the queue beside the table: what it does, why it failed and what helps, its picture, its log.
class QueueDetailsView : public QWidget {
    Q_OBJECT

public:
    explicit QueueDetailsView(QWidget* parent = nullptr);

    /// Null: nothing is selected.
    void showJob(const job::queue::QueueJob* job, const job::queue::JobProgress* progress);
    /// Several are selected.
    void showJobs(std::size_t count, const QueueSums& sums);
    /// Of that job; its log was empty when showJob() was called with it first.
    void addToLog(const QStringList& lines);
    /// Of that job: what in it did not come from its file.
    void showDocument(const job::JobDocument& document);
    /// Null: none is there.
    void showPicture(const QImage& picture);

    [[nodiscard]] QPushButton* cureButton() const noexcept { return m_cure; }
    [[nodiscard]] QPushButton* resultButton() const noexcept { return m_result; }
    [[nodiscard]] QPlainTextEdit* log() const noexcept { return m_log; }
    [[nodiscard]] QString messageText() const;
    /// That is shown; null: none.
    [[nodiscard]] QPixmap picture() const;
    [[nodiscard]] QueueCure::What cure() const noexcept { return m_what; }

signals:
    void cureWanted(ewald::ui::QueueCure::What what);
    void resultWanted();
    void folderWanted();

private:
    long long m_id = 0;
    QueueCure::What m_what = QueueCure::What::none;
    view::ElidedLabel* m_title;
    QLabel* m_state;
    QLabel* m_byHand;
    QFrame* m_box;
    QLabel* m_message;
    QPushButton* m_cure;
    QPushButton* m_result;
    QPushButton* m_folder;
    QLabel* m_picture;
    QPlainTextEdit* m_log;
};

} // namespace ewald::ui
