// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "azint/geometry.h"
#include "azint/image_orientation.h"
#include "common/worker.h"
#include "model/drawn_substances.h"
#include "model/frame_mask.h"
#include "model/job_history.h"
#include "model/job_model.h"
#include "model/stack_image.h"
#include "model/stack_setup.h"
#include "model/user_message.h"

#include <QObject>
#include <QTimer>

namespace ewald::ui {

/// The frames that are to be integrated, seen from the window: the image that is shown, the geometry and the mask
/// while they are edited, and the job that names them. Independent of widgets; lives in the UI thread and never blocks
/// it.
///
/// Geometry and mask are edited here and written into files of their own a moment later; the job names these files, so
/// that it can be done again.
class IntegrationSession : public QObject {
    Q_OBJECT

public:
    explicit IntegrationSession(QObject* parent = nullptr);

    [[nodiscard]] JobModel& job() noexcept { return m_job; }
    [[nodiscard]] const job::JobDocument& document() const noexcept { return m_job.document(); }
    /// What was done to job, geometry and mask.
    [[nodiscard]] JobHistory& history() noexcept { return m_history; }
    /// Null before frames are open.
    [[nodiscard]] const StackPtr& stack() const noexcept { return m_stack; }
    /// Takes frames that were opened by this document. `fromJob`: the document is the job; otherwise these are other
    /// files, and what only fits the frames before is taken out of the job.
    void takeStack(const job::JobDocument& document, const StackPtr& stack, bool fromJob);
    /// Replaces the form by that for frames that follow with takeStack().
    void putForm(const job::JobDocument& document);
    /// Puts a job into the form and closes frames of other files. \param opens its own are asked for, else
    /// openFrames() does that
    void takeJob(const job::JobDocument& document, bool opens);
    void openFrames();
    /// The document asks for other frames than the open ones.
    [[nodiscard]] bool framesOutdated() const;

    // ---- geometry ----
    /// Of the document, as edited, or a guess to start from when nothing is known (see geometryKnown()).
    [[nodiscard]] const azint::Poni& poni() const noexcept { return m_poni; }
    /// What the frames were taken with: it decides which wavelength an energy has.
    [[nodiscard]] Particle particle() const;
    [[nodiscard]] bool geometryKnown() const noexcept { return m_known; }
    /// It was changed by hand, and the file that the document names is still that of before.
    [[nodiscard]] bool geometryEdited() const noexcept { return m_poniEdited; }
    /// Nobody named the size of a pixel: not the file, the detector, a PONI or the user. All lengths scale with it.
    [[nodiscard]] bool pixelSizeGuessed() const;
    /// The size that stands there is right, although it began as a guess: one step for undo.
    void confirmPixelSize();
    /// One line why the document's geometry cannot be used; empty = it can.
    [[nodiscard]] QString geometryProblem() const { return m_problem; }
    /// The energy or the wavelength is known, by whatever says it.
    [[nodiscard]] bool knowsEnergy() const;
    /// One line why the axis that is wanted cannot be computed without the energy; empty = it can.
    [[nodiscard]] QString energyProblem() const;
    /// One line why the geometry can hardly be right; empty = nothing is odd.
    [[nodiscard]] QString geometryDoubt() const;
    /// One line on how the PONI contradicts the frames or their file; empty = it does not.
    [[nodiscard]] const std::string& contradiction() const noexcept { return m_contradiction; }
    /// The frames' file says all that a geometry needs: loadPoni({}) takes it.
    [[nodiscard]] bool fileHasGeometry() const;
    /// The detector that was named in the job because the frames have its shape and its pixels; empty = none.
    [[nodiscard]] const std::string& recognisedDetector() const noexcept { return m_recognisedDetector; }
    [[nodiscard]] bool flipRows() const { return document().flag("flip_rows"); }
    [[nodiscard]] bool flipCols() const { return document().flag("flip_cols"); }
    /// Nothing without frames, or where the values make no geometry.
    [[nodiscard]] std::optional<azint::Geometry> geometry() const;
    /// Edited by hand: signalled at once, stored in the job a moment later. \param what for undo: "Distance"; changes
    /// of the same within a second are one step
    void setPoni(const azint::Poni& poni, const QString& what = {});
    /// Turns the image against its geometry: one step for undo. \param withPoni takes the geometry of the other
    /// orientation as well
    void orient(const azint::OrientedPoni& by, bool withPoni);
    /// \param file empty: none, the frames' file gives the geometry
    void loadPoni(const QString& file);
    void savePoni(const QString& file);

    /// The substance that is chosen, whose rings are drawn.
    [[nodiscard]] RingSubstance& substance() noexcept { return m_substance; }
    /// The same with those that are kept beside it.
    [[nodiscard]] DrawnSubstances& drawnSubstances() noexcept { return m_drawn; }
    /// Its pressure, temperature or scale: one step for undo, with other changes of the same within a second.
    void setSubstanceConditions(const crystal::Conditions& conditions);

    // ---- image ----
    void show(StackView what, std::size_t frame = 0);
    [[nodiscard]] StackView shownView() const noexcept { return m_view; }
    [[nodiscard]] std::size_t shownFrame() const noexcept { return m_frame; }
    /// Without the dark image; NaN = no measurement; masks are not in it. Null while the first one is read.
    [[nodiscard]] const ImagePtr& image() const noexcept { return m_image; }
    [[nodiscard]] QString imageTitle() const { return m_imageTitle; }

    // ---- mask ----
    [[nodiscard]] const FrameMask& drawnMask() const noexcept { return m_mask; }
    /// Masked by the file or the detector; null = nothing.
    [[nodiscard]] const MaskPtr& fileMask() const noexcept { return m_fileMask; }
    /// Both together, for display. Never null with frames open.
    [[nodiscard]] MaskPtr wholeMask() const;
    /// Changes the drawn mask and signals it.
    void editMask(const std::function<void(FrameMask&)>& edit);
    void loadMask(const QString& file);
    void saveMask(const QString& file);
    /// Masks (or frees) pixels that a function of another thread finds; null image or geometry: nothing happens.
    void maskOutside(double low, double high, bool bad);
    void maskRing(azint::Unit unit, double low, double high, bool bad);

    /// Writes what was edited and not yet stored, then calls `then` (not when that fails: message() says why).
    void storeThen(const std::function<void()>& then);
    [[nodiscard]] bool hasUnstoredEdits() const noexcept { return m_poniEdited || m_maskEdited; }
    /// Changes wait for a moment of quiet, after which they are read or stored.
    [[nodiscard]] bool readsOrStoresSoon() const noexcept { return m_setupTimer.isActive() || m_storeTimer.isActive(); }
    /// What is known of the geometry and the masks is that of the document before: they are being read again.
    [[nodiscard]] bool readsSetup() const noexcept { return m_setupTimer.isActive() || m_setupWorker.busy(); }
    [[nodiscard]] bool busy() const noexcept {
        return m_setupWorker.busy() || m_imageWorker.busy() || m_maskWorker.busy();
    }

signals:
    void stackChanged(bool again);
    void geometryChanged();
    void imageChanged();
    void imageFailed(const QString& reason);
    void maskChanged();
    /// The document names other frames, or another way to read them.
    void framesWanted();
    /// The document names the frames that are open, after a change.
    void framesAreOpen();
    /// A geometry that was just loaded fits the image in another orientation than the one that is set.
    void otherOrientationFits(const ewald::azint::ImageOrientationAnswer& answer);
    void message(const ewald::ui::UserMessage& message);
    /// What was said of geometry, masks or images of corrections no longer holds.
    void problemOver(const ewald::ui::UserMessage& said);

private:
    /// Steps of undo that belong to the drawn mask.
    inline static const QString kMaskSteps = QStringLiteral("mask");
    /// And to the substance whose rings are drawn.
    inline static const QString kSubstanceSteps = QStringLiteral("substance");

    void documentChanged();
    void sayProblem(const std::optional<UserMessage>& problem);
    void close();
    void forgetMisfits(const io::FrameStack& before);
    void checkOrientation();
    /// The geometry and what the job says of it, for undo.
    struct GeometryState {
        azint::Poni poni;
        bool known = false;
        bool edited = false; ///< not stored yet: the keys are those of the state before
        bool pixelGuessed = false;
        QString problem;
        std::string contradiction;
        job::ParameterMap keys;
    };
    [[nodiscard]] GeometryState geometryState() const;
    void restoreGeometry(const GeometryState& state);
    void addGeometryStep(const GeometryState& before, const QString& text, const QString& key);
    /// Sets or takes out parameters of the geometry whose meaning is here already: nothing is read.
    void setGeometryKeys(const job::ParameterMap& keys);
    void nameDetector(bool fromJob);
    void readSetup();
    void dropOtherDrawing();
    void takeSetup(StackSetup setup);
    void startStoring();
    void stored(const QString& poniFile, const QString& maskFile);
    [[nodiscard]] QString stem() const;
    [[nodiscard]] azint::Poni guessedPoni() const;
    /// guessedPoni() has a pixel size from nowhere.
    [[nodiscard]] bool guessesPixelSize() const;

    JobModel m_job;
    JobHistory m_history{m_job};
    RingSubstance m_substance;
    DrawnSubstances m_drawn{m_substance};
    std::optional<GeometryState> m_beforeLoading; ///< of a geometry file that is being read
    StackPtr m_stack;
    job::JobDocument m_opened; ///< what the stack was opened by
    job::ParameterMap m_setupInput;
    Worker m_setupWorker;
    Worker m_imageWorker;
    Worker m_maskWorker;
    Worker m_storeWorker;
    Worker m_saveWorker; ///< of files that the user names
    Worker m_orientationWorker;
    std::string m_checkedPoni; ///< the file that was looked at, or that was made here
    QTimer m_setupTimer;
    QTimer m_storeTimer;
    azint::Poni m_poni;
    bool m_known = false;
    bool m_pixelGuessed = false; ///< m_poni has a size from nowhere
    QString m_problem;
    std::string m_contradiction;
    std::string m_recognisedDetector;
    bool m_poniEdited = false;
    bool m_storesMask = false; ///< what was drawn is being written
    std::string m_maskNamed;   ///< by the document
    bool m_maskEdited = false;
    bool m_closed = false; ///< the frames of the document are not open until they are asked for
    bool m_taking = false; ///< frames are being taken over: what the document says meanwhile is not finished
    FrameMask m_mask;
    std::string m_maskFile; ///< the parameter's value that m_mask belongs to
    MaskPtr m_fileMask;
    mutable MaskPtr m_wholeMask; ///< made when asked for
    DummyValue m_dummy;
    ImagePtr m_dark;
    std::string m_darkFile; ///< that m_dark was read from
    StackView m_view = StackView::mean;
    std::size_t m_frame = 0;
    ImagePtr m_image;
    QString m_imageTitle;
    std::function<void()> m_then;
    std::optional<UserMessage> m_said; ///< of geometry, masks or images of corrections, while it holds
};

} // namespace ewald::ui
