// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/iterations_dialog.h"

#include "common/whole_box.h"

#include <QDialogButtonBox>
#include <QFontMetrics>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ewald::ui {

IterationsDialog::IterationsDialog(int most, QWidget* parent)
    : QDialog(parent), m_box(new WholeBox(this)), m_problem(new QLabel(this)) {
    constexpr int kUsual = 200;
    setObjectName(QStringLiteral("moreIterations"));
    setWindowTitle(tr("More iterations"));
    m_box->setRange(1, most);
    m_box->setValue(std::min(kUsual, most));
    m_box->setTellsWhy(false);
    m_box->selectAll();
    auto* label = new QLabel(tr("For how many iterations?"), this);
    label->setBuddy(m_box);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(m_problem->fontMetrics().lineSpacing());
    auto* buttons = new QDialogButtonBox(this);
    m_continue = buttons->addButton(tr("Continue"), QDialogButtonBox::AcceptRole);
    m_continue->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    auto* column = new QVBoxLayout(this);
    column->addWidget(label);
    column->addWidget(m_box);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &IterationsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_box->findChild<QLineEdit*>(), &QLineEdit::textEdited, this, &IterationsDialog::showProblem);
    connect(m_box, &QSpinBox::valueChanged, this, &IterationsDialog::showProblem);
    connect(m_box, &WholeBox::refused, this, [this] { m_goesBack = true; });
}

int IterationsDialog::iterations() const { return m_box->value(); }

void IterationsDialog::showProblem() {
    const QString problem = m_box->problem();
    m_problem->setText(problem);
    m_continue->setEnabled(problem.isEmpty());
    m_goesBack = false;
}

/// The return key puts the value back that the box had, and then comes here.
void IterationsDialog::accept() {
    m_box->interpretText();
    if (!m_goesBack) return QDialog::accept();
    m_goesBack = false;
    m_continue->setEnabled(true); // for the number that is there now
    m_box->selectAll();
}

} // namespace ewald::ui
