// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "job/document/document.h"

#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace ewald::ui {

/// "Fourier error", "Iterations": a parameter, or engine, iterations and seed, as the window calls it.
[[nodiscard]] QString sweptLabel(const std::string& key);
/// A value of it, as the window writes it.
[[nodiscard]] QString sweptValue(const std::string& key, const std::string& value);

/// Which parameters are varied, and which values each of them takes: one line a parameter.
class SweepEditor : public QWidget {
    Q_OBJECT

public:
    /// \param optional there may be no line at all
    explicit SweepEditor(bool optional, QWidget* parent = nullptr);

    /// Whose parameters there are to choose from.
    void setForm(const job::JobDocument& form);
    /// As job::queue::parseSweep() reads them; without lines where nothing is typed.
    [[nodiscard]] std::vector<std::string> sweeps() const;
    /// The values of all lines, or what is wrong with one of them. \param jobs how many jobs a scan becomes; 0: wrong
    [[nodiscard]] QString remark(std::size_t& jobs) const;

    /// Of one line, from 0 on.
    [[nodiscard]] QComboBox& parameter(std::size_t line = 0) const { return *m_lines.at(line).parameter; }
    [[nodiscard]] QLineEdit& values(std::size_t line = 0) const { return *m_lines.at(line).values; }
    [[nodiscard]] QToolButton& choices(std::size_t line = 0) const { return *m_lines.at(line).choices; }
    [[nodiscard]] QToolButton& addButton() const noexcept { return *m_add; }
    void addLine();

signals:
    void edited();
    void returnPressed();

private:
    struct Line {
        QWidget* widget = nullptr;
        QComboBox* parameter = nullptr;
        QLineEdit* values = nullptr;
        QToolButton* choices = nullptr; ///< with a menu of them; hidden where the parameter has none
        QToolButton* remove = nullptr;
    };
    void fill(QComboBox& parameter) const;
    void remove(const QWidget* line);
    [[nodiscard]] QString remarkOn(const Line& line, std::size_t& values) const;
    void updateButtons();

    bool m_optional;
    job::JobDocument m_form;
    std::vector<Line> m_lines;
    QVBoxLayout* m_column;
    QToolButton* m_add;
};

} // namespace ewald::ui
