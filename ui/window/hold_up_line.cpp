// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/hold_up_line.h"

#include "model/advice_text.h"
#include "model/session.h"
#include "model/text.h"
#include "view/elided_label.h"

#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>
#include <thread>

namespace ewald::ui {

namespace {

/// Numbers that change faster cannot be read.
constexpr qint64 kReadable_ms = 1000;

} // namespace

HoldUpLine::HoldUpLine(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_text(new view::ElidedLabel(this)), m_button(new QToolButton(this)) {
    m_text->setObjectName(QStringLiteral("holdUp"));
    m_button->setObjectName(QStringLiteral("holdUpCure"));
    m_button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(10);
    row->addWidget(m_text);
    row->addWidget(m_button);
    row->addStretch();
    connect(m_button, &QToolButton::clicked, this, &HoldUpLine::cure);
    JobController& controller = m_session.controller();
    connect(&controller, &JobController::runningChanged, this, &HoldUpLine::clear);
    connect(&controller, &JobController::planned, this, [this](const job::JobPlan& plan) { m_plan = plan; });
    connect(&controller, &JobController::lossesAdded, this, [this](const std::vector<io::LossEntry>& entries) {
        if (!entries.empty()) m_engine = entries.back().engine;
    });
    connect(&controller, &JobController::progressed, this, &HoldUpLine::take);
    clear();
}

void HoldUpLine::clear() {
    m_plan = {};
    m_engine.clear();
    m_shownFor.invalidate();
    show({}, {});
}

void HoldUpLine::setOverview(const DeviceOverview& overview) {
    m_hasGpu = std::ranges::any_of(
        overview.devices, [](const compute::DeviceInfo& device) { return device.usable && device.backend != "cpu"; });
}

job::AdviceFacts HoldUpLine::facts() const {
    job::AdviceFacts facts;
    facts.processors = std::max(1U, std::thread::hardware_concurrency());
    facts.hasIdleGpu = m_hasGpu && !m_plan.devices.empty() &&
                       std::ranges::all_of(m_plan.devices, [](const std::string& d) { return d.starts_with("cpu"); });
    const job::JobDocument& job = *m_session.startedJob();
    for (std::size_t stage = 0; stage < job.pipeline.size(); ++stage) {
        if (job.pipeline[stage].engine != m_engine) continue;
        if (job::findParameter("batch_size")->appliesTo(m_engine))
            facts.batchSize = static_cast<double>(std::get<long long>(job.stageValue(stage, "batch_size")));
    }
    return facts;
}

void HoldUpLine::take(const job::Progress& progress) {
    if (!m_session.controller().running() || !m_session.startedJob()) return;
    auto advice = job::adviseOn(progress, m_plan, *m_session.startedJob(), facts());
    if (advice && m_advice && m_shownFor.isValid() && m_shownFor.elapsed() < kReadable_ms) return;
    show(advice, progress);
}

bool HoldUpLine::isCured(const job::Cure& cure) const {
    if (cure.kind != job::Cure::Kind::setParameter) return false;
    const job::JobDocument& form = m_session.jobOf(*m_session.startedMode()).document();
    if (job::findParameter(cure.key)->section != job::ParameterSection::stage)
        return form.value(cure.key) == cure.value;
    const auto stage = std::ranges::find(form.pipeline, m_engine, &job::Stage::engine);
    return stage == form.pipeline.end() ||
           form.stageValue(static_cast<std::size_t>(stage - form.pipeline.begin()), cure.key) == cure.value;
}

void HoldUpLine::show(const std::optional<job::RunAdvice>& advice, const job::Progress& progress) {
    m_advice = advice;
    m_text->setVisible(advice.has_value());
    m_button->setVisible(advice && advice->cure && !isCured(*advice->cure));
    if (!advice) {
        m_text->clear();
        return;
    }
    m_shownFor.start();
    m_text->setText(adviceText(*advice, m_queueRuns));
    QStringList details{adviceDetails(*advice)};
    if (progress.shares) details << sharesText(*progress.shares);
    details.removeAll(QString());
    m_text->setDetails(details.join(u'\n'));
    m_text->setAccessibleDescription(details.join(u'\n'));
    if (!advice->cure) return;
    m_button->setText(cureText(*advice->cure));
    m_button->setToolTip(adviceDetails(*advice));
}

QString HoldUpLine::text() const { return m_text->text(); }

void HoldUpLine::cure() {
    if (!m_advice || !m_advice->cure || !m_session.startedJob()) return;
    const job::Cure cure = *m_advice->cure;
    if (cure.kind == job::Cure::Kind::chooseDevices) {
        emit devicesWanted();
        return;
    }
    JobModel& form = m_session.jobOf(*m_session.startedMode());
    const job::ParameterDef& def = *job::findParameter(cure.key);
    const std::size_t stages = def.section == job::ParameterSection::stage ? form.stageCount() : 1;
    for (std::size_t stage = 0; stage < stages; ++stage)
        if (stages == 1 || form.document().pipeline[stage].engine == m_engine) form.setValue(def, cure.value, stage);
    m_button->hide();
    // What is live was taken over when it was set, whatever else has changed.
    const bool live = def.effect == job::ChangeEffect::live && m_session.controller().running() &&
                      m_session.formIsOfRun() && m_session.startedMode() == Mode::ptychography;
    const QString how = live ? tr("It is set in the form, and the run goes on with it.")
                        : m_session.canContinueWithChanges()
                            ? tr("It is set in the form; press Apply to go on with it.")
                            : tr("It is set in the form and holds from the next start on.");
    emit message({io::Severity::info, cureText(cure), how, {}, {}});
}

} // namespace ewald::ui
