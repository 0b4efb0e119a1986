// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/ring_calibration_panel.h"

#include "base/units.h"
#include "common/counted_text.h"
#include "job/calibration/calibration_text.h"
#include "model/integration_session.h"
#include "model/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>
#include <utility>

namespace ewald::ui {

namespace {

using calibrate::Trust;

/// The marks of the status line: they are seen on light and on dark.
QString markHtml(const char* colour) {
    return QStringLiteral("<span style='color:%1'>●</span>&nbsp;&nbsp;").arg(QLatin1String(colour));
}
constexpr const char* kGood = "#2e9e5b";
constexpr const char* kDoubtful = "#d9822b";
constexpr const char* kBad = "#d64545";
constexpr const char* kPlain = "#8a95a1";

QString failureHtml(const UserMessage& message) {
    QString html = markHtml(message.severity == io::Severity::error ? kBad : kPlain) + message.what.toHtmlEscaped();
    if (!message.where.isEmpty()) html += QStringLiteral(" (%1)").arg(breakableHtml(message.where));
    if (!message.hint.isEmpty()) html += QStringLiteral("; %1").arg(message.hint.toHtmlEscaped());
    return html + u'.';
}

} // namespace

RingCalibrationPanel::RingCalibrationPanel(IntegrationSession& session, QWidget* parent)
    : QWidget(parent), m_calibration(session) {
    m_find = new QPushButton(tr("Find from the rings"), this);
    m_find->setObjectName(QStringLiteral("findFromRings"));
    m_stop = new QPushButton(tr("Stop"), this);
    m_stop->setToolTip(tr("Ends the search; the geometry stays as it is"));
    m_busy = new QProgressBar(this);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setAccessibleName(tr("The geometry is searched for"));
    for (const auto& [label, name] : {std::pair(&m_verdict, "ringVerdict"), std::pair(&m_headline, "ringHeadline")}) {
        *label = new QLabel(this);
        (*label)->setObjectName(QLatin1String(name));
        (*label)->setTextFormat(Qt::RichText);
        (*label)->setWordWrap(true);
        (*label)->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                                          Qt::LinksAccessibleByKeyboard);
    }
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(m_find);
    row->addWidget(m_stop);
    row->addWidget(m_busy, 1);
    row->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(row);
    connect(m_find, &QPushButton::clicked, this, [this] { m_calibration.start(m_calibrant, m_conditions); });
    connect(m_stop, &QPushButton::clicked, &m_calibration, [this] { m_calibration.stop(); });
    connect(&m_calibration, &RingCalibration::changed, this, &RingCalibrationPanel::show);
    connect(m_verdict, &QLabel::linkActivated, this, &RingCalibrationPanel::findWithBetter);
    show();
}

QString RingCalibrationPanel::reasonsHtml(const calibrate::CalibrationVerdict& verdict) {
    QString html;
    const auto add = [&html](const QString& line) {
        html += QStringLiteral("<p style='margin:3px 0 0 0'>%1</p>").arg(line);
    };
    for (const auto& [problem, cure] : verdict.reasons) {
        QString sentence = QStringLiteral("%1; %2.").arg(coreText(problem), coreText(cure));
        sentence.front() = sentence.front().toUpper();
        add(sentence.toHtmlEscaped());
    }
    if (verdict.better)
        add(QStringLiteral("<a href=\"calibrant\">%1</a>")
                .arg(tr("Find it from the rings of %1")
                         .arg(QString::fromStdString(verdict.better->label))
                         .toHtmlEscaped()));
    return html;
}

void RingCalibrationPanel::setCalibrant(const QString& name, const crystal::Conditions& conditions) {
    const bool isSame = name == m_calibrant && conditions == m_conditions;
    m_calibrant = name;
    m_conditions = conditions;
    if (!isSame) m_calibration.forget();
}

void RingCalibrationPanel::findWithBetter() {
    const auto& answer = m_calibration.answer();
    if (!answer || !answer->calibration.verdict.better) return;
    const QString name = QString::fromStdString(answer->calibration.verdict.better->name);
    setCalibrant(name); // before the list of calibrants says it, which would end the search
    emit calibrantTaken(name);
    m_calibration.start(name, {});
}

void RingCalibrationPanel::show() {
    const bool busy = m_calibration.busy();
    const QString missing = m_calibration.missing(m_calibrant);
    m_find->setVisible(!busy);
    m_find->setEnabled(missing.isEmpty());
    m_find->setToolTip(missing.isEmpty()
                           ? tr("Finds distance, beam centre and tilt from the rings of the chosen calibrant in the "
                                "open frames; nothing needs to be set roughly before")
                           : missing);
    m_stop->setVisible(busy);
    m_busy->setVisible(busy);
    QString headline, html;
    if (m_calibration.failure()) {
        headline = html = failureHtml(*m_calibration.failure());
    } else if (m_calibration.answer()) {
        html = answerHtml(*m_calibration.answer());
        headline =
            QStringLiteral("%1 <a href=\"verdict\">%2</a>").arg(trustHtml(*m_calibration.answer()), tr("Details"));
    }
    m_verdict->setText(html);
    m_verdict->setVisible(!html.isEmpty());
    m_headline->setText(headline);
    m_headline->setVisible(!headline.isEmpty());
}

QString RingCalibrationPanel::calibrantText(const job::FrameCalibration& found) const {
    QString name = QString::fromStdString(found.calibrant);
    if (m_conditions == crystal::Conditions()) return name;
    if (m_conditions.cellScale != 1)
        return tr("%1, cell at %2 %").arg(name, numberText(100 * m_conditions.cellScale, 6));
    return tr("%1 at %2 GPa and %3 K")
        .arg(name, numberText(m_conditions.pressure_GPa, 5), numberText(m_conditions.temperature_K, 5));
}

QString RingCalibrationPanel::trustHtml(const job::FrameCalibration& found) const {
    const Trust trust = found.calibration.verdict.trust;
    if (trust == Trust::refused)
        return markHtml(kBad) + (m_calibration.isTaken() ? tr("<b>Refused</b>: the geometry stays as it was.")
                                                         : tr("<b>Refused</b>, and the geometry was changed since."));
    const bool good = trust == Trust::good;
    const QString mark = markHtml(good ? kGood : kDoubtful);
    if (m_calibration.isTaken())
        return mark + (good ? tr("<b>Good</b>: the geometry is that of the rings.")
                            : tr("<b>Doubtful</b>: the geometry was taken, check it."));
    return mark + (good ? tr("<b>Good</b>, but the geometry was changed since.")
                        : tr("<b>Doubtful</b>, and the geometry was changed since."));
}

QString RingCalibrationPanel::answerHtml(const job::FrameCalibration& found) const {
    const calibrate::Calibration& c = found.calibration;
    QString html = trustHtml(found);
    if (c.verdict.trust == Trust::refused) return html + reasonsHtml(c.verdict);
    std::array values = job::calibrationValues(found);
    values[0].value *= 1e3; // as in the field of the distance
    values[0].sigma *= 1e3;
    if (m_calibration.flipRows()) values[1].value = static_cast<double>(found.rows) - values[1].value;
    if (m_calibration.flipCols()) values[2].value = static_cast<double>(found.cols) - values[2].value;
    const std::array labels{tr("Distance"), tr("Beam row"), tr("Beam column"), QStringLiteral("rot1"),
                            QStringLiteral("rot2")};
    const std::array units{tr("mm"), tr("px"), tr("px"), QStringLiteral("°"), QStringLiteral("°")};
    html += QStringLiteral("<table cellspacing='0' cellpadding='1' style='margin-top:3px'>");
    for (std::size_t i = 0; i < values.size(); ++i) {
        const QString number =
            QString::fromStdString(job::valueWithError(values[i].value, values[i].sigma, localNumbers()));
        html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2 %3%4</td></tr>")
                    .arg(labels[i], number, units[i],
                         values[i].determined ? QString() : QStringLiteral(" (%1)").arg(tr("not determined")));
    }
    html += QStringLiteral("</table><p style='margin:3px 0 0 0'>%1</p>")
                .arg(countedText(tr("Residual %3 px r.m.s. of %1 {point|points} on %2 {ring|rings}, %4° of azimuth."),
                                 {c.fit.used, c.rings.size()})
                         .arg(numberText(c.fit.rms_px, 2), numberText(c.azimuth_deg)));
    html += QStringLiteral("<p style='margin:3px 0 0 0'>%1</p>")
                .arg(tr("For %1, %2 keV and pixels of %3 × %4.")
                         .arg(calibrantText(found).toHtmlEscaped(),
                              numberText(energyOf(found.particle, *found.poni.wavelength_m), 5),
                              lengthText(found.poni.pixel1_m, 4), lengthText(found.poni.pixel2_m, 4)));
    return html + reasonsHtml(c.verdict);
}

} // namespace ewald::ui
