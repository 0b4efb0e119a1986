// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <cstddef>
#include <vector>

class QVBoxLayout;

namespace ewald::ui {

class DrawnSubstances;
class RingSubstance;

/// The substances whose rings are drawn, one a row, with their colours: a click chooses one, whose conditions are then
/// edited, and a button takes its rings away. Hidden while none is kept beside the one that is chosen.
class DrawnSubstancesList : public QWidget {
    Q_OBJECT

public:
    DrawnSubstancesList(DrawnSubstances& drawn, RingSubstance& chosen, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        QString name; ///< of the substance
        QString label;
        std::size_t colour = 0;
        bool chosen = false;
        bool operator==(const Row&) const = default;
    };
    void showRows();
    [[nodiscard]] QWidget* makeRow(const Row& row);

    DrawnSubstances& m_drawn;
    RingSubstance& m_chosen;
    std::vector<Row> m_shown;
    QVBoxLayout* m_layout = nullptr;
};

} // namespace ewald::ui
