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
class QScrollArea;

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
    /// \param parameter of the file with which it has failed (parameterOfFile()); may be empty
    void showJob(const job::queue::QueueJob* job, const job::queue::JobProgress* progress,
                 const std::string& parameter = {});
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
    [[nodiscard]] QPushButton* notesButton() const noexcept { return m_editNotes; }
    [[nodiscard]] QPlainTextEdit* log() const noexcept { return m_log; }
    [[nodiscard]] QString messageText() const;
    /// That is shown; null: none.
    [[nodiscard]] QPixmap picture() const;
    [[nodiscard]] const QueueCure& cure() const noexcept { return m_help; }

signals:
    void cureWanted(const ewald::ui::QueueCure& cure);
    void resultWanted();
    void folderWanted();
    void notesWanted();

private:
    long long m_id = 0;
    QueueCure m_help;
    view::ElidedLabel* m_title;
    QLabel* m_state;
    QLabel* m_notes;
    QLabel* m_byHand;
    QScrollArea* m_upper = nullptr; ///< all but buttons and log
    QFrame* m_box;
    QLabel* m_message;
    QPushButton* m_cure;
    QPushButton* m_result;
    QPushButton* m_folder;
    QPushButton* m_editNotes;
    QLabel* m_picture;
    QPlainTextEdit* m_log;
};

} // namespace ewald::ui
