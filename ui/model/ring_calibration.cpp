// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/ring_calibration.h"

#include "base/error.h"
#include "model/integration_session.h"
#include "model/text.h"

#include <QPointer>

#include <array>

namespace ewald::ui {

namespace {

using calibrate::Trust;

/// The document with the geometry of the form as the place where the search begins; nothing where that says none.
std::optional<job::JobDocument> startingFrom(const azint::Poni& poni, const job::JobDocument& document,
                                             const StackPtr& stack) {
    try {
        const azint::Geometry geometry(poni, stack->rows(), stack->cols(), document.flag("flip_rows"),
                                       document.flag("flip_cols"));
        const azint::BeamGeometry beam = azint::beamGeometryOf(poni);
        const auto stored = [](double place, bool reversed, std::size_t extent) {
            return exactText(reversed ? static_cast<double>(extent) - place : place);
        };
        job::JobDocument hinted = document;
        hinted.set("distance_m", exactText(beam.distance_m));
        hinted.set("beam_centre_row", stored(beam.centreRow, geometry.reversesRows(), stack->rows()));
        hinted.set("beam_centre_col", stored(beam.centreCol, geometry.reversesCols(), stack->cols()));
        return hinted;
    } catch (const Error&) {
        return {}; // the beam misses the detector's plane, or a value is none that may be typed
    }
}

} // namespace

RingCalibration::RingCalibration(IntegrationSession& session, QObject* parent) : QObject(parent), m_session(session) {
    connect(&m_worker, &Worker::busyChanged, this, &RingCalibration::changed);
    connect(&m_session, &IntegrationSession::stackChanged, this, &RingCalibration::forget);
    connect(&m_session, &IntegrationSession::geometryChanged, this, &RingCalibration::checkInput);
    connect(&m_session.job(), &JobModel::changed, this, &RingCalibration::checkInput);
}

QString RingCalibration::missing(const QString& calibrant) const {
    const StackPtr& stack = m_session.stack();
    if (!stack) return tr("First open frames of a calibrant.");
    if (calibrant.isEmpty()) return tr("First choose the calibrant that was measured, in the list above.");
    const job::JobDocument& document = m_session.document();
    const bool typed = document.real("energy_keV") > 0 || document.real("wavelength_m") > 0;
    if (!typed && !(m_session.poni().wavelength_m.value_or(0) > 0)) return tr("First type the photon energy.");
    if (m_session.pixelSizeGuessed()) return tr("First type the pixel size, or choose the detector.");
    return {};
}

void RingCalibration::start(const QString& calibrant, const crystal::Conditions& conditions) {
    if (!missing(calibrant).isEmpty()) return;
    forget();
    const QPointer<RingCalibration> self(this);
    // Energy, pixel size and mask are those that are seen, also where they were typed just now.
    m_session.storeThen([self, calibrant, conditions, stack = m_session.stack()] {
        if (self && self->m_session.stack() == stack && self->missing(calibrant).isEmpty())
            self->begin(calibrant, conditions);
    });
}

void RingCalibration::begin(const QString& calibrant, const crystal::Conditions& conditions) {
    m_poni = m_session.poni();
    m_flipRows = m_session.flipRows();
    m_flipCols = m_session.flipCols();
    m_worker.start<job::FrameCalibration>(
        [document = m_session.document(), poni = m_poni, known = m_session.geometryKnown(), stack = m_session.stack(),
         name = calibrant.toStdString(), conditions](TaskContext& context) {
            const auto find = [&](const job::JobDocument& from) {
                return job::calibrateFrames(from, name, context.control, {}, conditions);
            };
            job::FrameCalibration found = find(document);
            if (!known || found.calibration.verdict.trust != Trust::refused) return found;
            // What is set may be what people know roughly.
            const auto hinted = startingFrom(poni, document, stack);
            return hinted ? find(*hinted) : found;
        },
        [this](job::FrameCalibration found) { take(std::move(found)); },
        [this](const Error& error) {
            m_failure = toMessage(error);
            emit changed();
        });
    emit changed();
}

void RingCalibration::take(job::FrameCalibration found) {
    m_answer = std::move(found);
    if (m_answer->calibration.verdict.trust != Trust::refused)
        m_session.setPoni(m_answer->poni, tr("Geometry from rings"));
    emit changed();
}

bool RingCalibration::isTaken() const {
    // The wavelength, too: with another one the rings lie elsewhere.
    const auto numbers = [](const azint::Poni& poni) {
        return std::array{
            poni.dist_m, poni.poni1_m, poni.poni2_m, poni.rot1, poni.rot2, poni.rot3, poni.wavelength_m.value_or(0)};
    };
    if (!m_answer) return false;
    const bool isRefused = m_answer->calibration.verdict.trust == Trust::refused;
    return numbers(m_session.poni()) == numbers(isRefused ? m_poni : m_answer->poni);
}

void RingCalibration::stop(const QString& why) {
    if (busy() && !why.isEmpty()) m_failure = UserMessage{io::Severity::info, why, {}, {}, {}};
    m_worker.cancel();
    emit changed();
}

void RingCalibration::forget() {
    m_worker.cancel();
    m_answer.reset();
    m_failure.reset();
    emit changed();
}

void RingCalibration::checkInput() {
    const azint::Poni& now = m_session.poni();
    const bool same = now.wavelength_m == m_poni.wavelength_m && now.pixel1_m == m_poni.pixel1_m &&
                      now.pixel2_m == m_poni.pixel2_m && m_session.flipRows() == m_flipRows &&
                      m_session.flipCols() == m_flipCols && !m_session.framesOutdated();
    if (busy() && !same) {
        m_worker.cancel();
        m_failure = UserMessage{io::Severity::info, tr("Stopped, as the form was changed meanwhile"), {}, {}, {}};
    }
    emit changed();
}

} // namespace ewald::ui
