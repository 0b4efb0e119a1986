// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/range_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRadioButton>

namespace ewald::view {

namespace {

QDoubleSpinBox* percentBox(const QString& tip) {
    auto* box = new QDoubleSpinBox;
    box->setRange(0, 100);
    box->setDecimals(2);
    box->setSingleStep(0.5);
    box->setSuffix(QStringLiteral(" %"));
    box->setToolTip(tip);
    box->setKeyboardTracking(false);
    return box;
}

/// Both decimal comma and decimal point are understood.
double number(const QString& text, double fallback) {
    bool good = false;
    QString plain = text.trimmed();
    plain.replace(u',', u'.').replace(u'−', u'-');
    const double value = plain.toDouble(&good);
    return good ? value : fallback;
}

/// As number() reads it, without groups.
QString typed(double value) {
    return QString::number(value, 'g', 6).replace(u'.', QLocale().decimalPoint()).replace(u'-', u'−');
}

} // namespace

RangeDialog::RangeDialog(const RangeChoice& choice, const Range& shown, bool logPossible, QWidget* parent)
    : QDialog(parent) {
    setWindowTitle(tr("Colour range"));
    m_percentile = new QRadioButton(tr("By &percentile"));
    m_percentile->setToolTip(tr("The colours span this share of the pixels; outliers do not matter"));
    m_manual = new QRadioButton(tr("&Manual"));
    m_manual->setToolTip(tr("The colours span these values and stay so when the image changes"));
    m_lowPercent = percentBox(tr("This share of the pixels is below the first colour"));
    m_highPercent = percentBox(tr("This share of the pixels is below the last colour"));
    m_low = new QLineEdit;
    m_low->setToolTip(tr("Value of the first colour"));
    m_high = new QLineEdit;
    m_high->setToolTip(tr("Value of the last colour"));
    m_log = new QCheckBox(tr("&Logarithmic"));
    m_log->setToolTip(tr("Spread the colours over powers of ten"));
    m_log->setVisible(logPossible);

    auto* grid = new QGridLayout(this);
    grid->addWidget(new QLabel(tr("Lowest")), 0, 1);
    grid->addWidget(new QLabel(tr("Highest")), 0, 2);
    grid->addWidget(m_percentile, 1, 0);
    grid->addWidget(m_lowPercent, 1, 1);
    grid->addWidget(m_highPercent, 1, 2);
    grid->addWidget(m_manual, 2, 0);
    grid->addWidget(m_low, 2, 1);
    grid->addWidget(m_high, 2, 2);
    grid->addWidget(m_log, 3, 0, 1, 3);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close")); // Qt's own text is not in every language
    buttons->button(QDialogButtonBox::Close)->setIcon({});
    auto* standard = buttons->addButton(tr("&Reset"), QDialogButtonBox::ResetRole);
    standard->setToolTip(tr("Back to the percentiles 0.5 and 99.5"));
    grid->addWidget(buttons, 4, 0, 1, 3);

    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(standard, &QPushButton::clicked, this, [this] {
        RangeChoice fresh;
        fresh.log = m_log->isChecked();
        setChoice(fresh, {number(m_low->text(), 0), number(m_high->text(), 1), fresh.log});
        report();
    });
    connect(m_percentile, &QRadioButton::toggled, this, &RangeDialog::report);
    connect(m_log, &QCheckBox::toggled, this, &RangeDialog::report);
    for (QDoubleSpinBox* box : {m_lowPercent, m_highPercent}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &RangeDialog::report);
    }
    for (QLineEdit* field : {m_low, m_high}) connect(field, &QLineEdit::editingFinished, this, &RangeDialog::report);
    setChoice(choice, shown);
}

void RangeDialog::setChoice(const RangeChoice& choice, const Range& shown) {
    m_filling = true;
    (choice.manual ? m_manual : m_percentile)->setChecked(true);
    m_lowPercent->setValue(choice.lowPercentile);
    m_highPercent->setValue(choice.highPercentile);
    m_low->setText(typed(choice.manual ? choice.low : shown.low));
    m_high->setText(typed(choice.manual ? choice.high : shown.high));
    m_log->setChecked(choice.log);
    m_filling = false;
    enableFields();
}

RangeChoice RangeDialog::choice() const {
    RangeChoice choice;
    choice.manual = m_manual->isChecked();
    choice.lowPercentile = std::min(m_lowPercent->value(), m_highPercent->value());
    choice.highPercentile = std::max(m_lowPercent->value(), m_highPercent->value());
    choice.low = number(m_low->text(), 0);
    choice.high = number(m_high->text(), 1);
    choice.log = m_log->isChecked();
    return choice;
}

void RangeDialog::report() {
    if (m_filling) return;
    enableFields();
    emit changed(choice());
}

void RangeDialog::enableFields() {
    const bool manual = m_manual->isChecked();
    m_lowPercent->setEnabled(!manual);
    m_highPercent->setEnabled(!manual);
    m_low->setEnabled(manual);
    m_high->setEnabled(manual);
}

} // namespace ewald::view
