// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/parameters.h"

#include <QString>
#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace ewald::ui {

class CollapsibleSection;
class HelpLabel;
class JobModel;
class ParameterField;
class PipelineEditor;

/// All parameters of a job of the model's kind, made from the table: search, basic or all, groups, the pipeline, help,
/// reset.
///
/// Edits go to the model at once; what the model says is shown. Text that makes no sense stays in its field with the
/// reason below it and does not reach the model.
class ParameterForm : public QWidget {
    Q_OBJECT

public:
    /// \param hidden keys that are edited elsewhere in the window
    ParameterForm(JobModel& model, const std::vector<std::string>& hidden, QWidget* parent = nullptr);
    ~ParameterForm() override;

    void setSearch(const QString& text);
    void focusSearch();
    /// Empties the search that is being typed. \returns false where there is none
    bool clearSearch();
    /// Shows the rare parameters as well. Remembered.
    void setShowAll(bool all);
    [[nodiscard]] bool showsAll() const noexcept { return m_all; }
    /// Whether the row of a parameter is to be seen (its section may be closed).
    [[nodiscard]] bool isShown(const std::string& key) const;
    [[nodiscard]] ParameterField* field(const std::string& key) const;
    /// Null for a job without a pipeline (an integration).
    [[nodiscard]] PipelineEditor* pipeline() const noexcept { return m_pipeline; }
    /// A job of this form runs: each field shows when a change of it takes effect.
    void setRunning(bool running);
    /// Fields whose text makes no sense.
    [[nodiscard]] std::vector<const ParameterField*> invalidFields() const;
    /// Scrolls to a parameter and puts the cursor there.
    void showField(const std::string& key);
    /// What an empty field stands for, as the open file says it ("8.8 keV, from the file"); empty: the usual word.
    void setPlaceholder(const std::string& key, const QString& text);
    /// A button for `action` below the parameters of the group that `key` belongs to.
    void addGroupAction(const std::string& key, QAction* action);

signals:
    void validityChanged();
    /// Something is being typed into a field, or no longer is.
    void typing(bool on);

private:
    /// Parameters, the seed among them, that are not as they are by default.
    [[nodiscard]] std::size_t changedCount() const;
    struct Group {
        CollapsibleSection* section = nullptr;
        std::vector<ParameterField*> fields;
    };
    void buildTop(QVBoxLayout* column);
    void buildGroups();
    CollapsibleSection* addSection(const std::string& id, const QString& title, bool open);
    void addField(const job::ParameterDef& def, Group& group);
    void showDocument();
    void showFieldValue(ParameterField& field);
    void valueChanged(const QString& key);
    void filter();
    void showHelp(const QString& text);
    void confirmReset();
    [[nodiscard]] bool wanted(const ParameterField& field) const;
    [[nodiscard]] std::size_t currentStage() const;

    JobModel& m_model;
    std::vector<std::string> m_hidden;
    std::map<std::string, ParameterField*> m_fields;
    std::vector<Group> m_groups;
    CollapsibleSection* m_pipelineSection = nullptr;
    PipelineEditor* m_pipeline = nullptr;
    QLineEdit* m_search = nullptr;
    QToolButton* m_level = nullptr;
    QLabel* m_nothing = nullptr;
    QScrollArea* m_scroll = nullptr;
    QVBoxLayout* m_list = nullptr;
    HelpLabel* m_help = nullptr;
    bool m_all = false;
    bool m_editing = false; ///< a field's own edit is on its way through the model
};

/// The seed of a job, which is no parameter of the table, in the shape of one.
[[nodiscard]] const job::ParameterDef& seedDefinition();

} // namespace ewald::ui
