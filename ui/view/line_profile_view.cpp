// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/line_profile_view.h"

#include "common/icon.h"
#include "common/quantity_text.h"
#include "common/whole_box.h"
#include "view/file_saver.h"
#include "view/plot_axes.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace ewald::view {

namespace {

/// The curve: painted and moved by its owner.
class Curve : public QWidget {
public:
    explicit Curve(QWidget* parent) : QWidget(parent) {
        setMouseTracking(true);
        setFocusPolicy(Qt::StrongFocus);
    }
    std::function<void(QPainter&)> paint;
    std::function<void(QMouseEvent&, bool pressed)> mouse;
    std::function<void()> released;
    std::function<bool(int key)> key;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        if (paint) paint(painter);
    }
    void mousePressEvent(QMouseEvent* event) override { mouse(*event, true); }
    void mouseMoveEvent(QMouseEvent* event) override { mouse(*event, false); }
    void mouseReleaseEvent(QMouseEvent*) override { released(); }
    void keyPressEvent(QKeyEvent* event) override {
        if (!key(event->key())) QWidget::keyPressEvent(event);
    }
};

constexpr double kReach = 8; ///< pixels from a cursor in which it is taken

} // namespace

class LineProfileView::Private {
public:
    explicit Private(LineProfileView* view) : q(view) {}
    void build();
    void paint(QPainter& painter) const;
    void paintCursors(QPainter& painter, const PlotFrame& plot) const;
    [[nodiscard]] PlotFrame frame() const;
    [[nodiscard]] bool some() const { return profile.distance_m.size() > 1; }
    [[nodiscard]] LengthUnit unit() const;
    [[nodiscard]] QString length(double distance) const;
    void mouse(QMouseEvent& event, bool pressed);
    bool key(int key);
    void moveCursor(std::size_t which, double distance);
    void refresh();

    LineProfileView* q;
    FileSaver saver{q};
    Curve* curve = nullptr;
    QLabel* label = nullptr;
    QSpinBox* width = nullptr;
    QToolButton* copy = nullptr;
    QToolButton* saveButton = nullptr;
    LineProfile profile;
    QStringList source;
    std::array<double, 2> cursors{0, 0};
    std::size_t current = 1; ///< the cursor that keys move
    bool dragging = false;
};

LineProfileView::LineProfileView(QWidget* parent) : QWidget(parent), d(std::make_unique<Private>(this)) {
    d->build();
    clear();
}

LineProfileView::~LineProfileView() = default;

void LineProfileView::Private::build() {
    curve = new Curve(q);
    curve->setMinimumSize(160, 80);
    curve->setToolTip(LineProfileView::tr("Drag the cursors A and B, or move the last one with the arrow keys"));
    curve->setAccessibleName(LineProfileView::tr("Line profile"));
    curve->paint = [this](QPainter& painter) { paint(painter); };
    curve->mouse = [this](QMouseEvent& event, bool pressed) { mouse(event, pressed); };
    curve->released = [this] { dragging = false; };
    curve->key = [this](int pressed) { return key(pressed); };
    label = new QLabel(q);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    label->setWordWrap(true);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setFixedHeight(3 * q->fontMetrics().lineSpacing());
    auto* name = new QLabel(LineProfileView::tr("&Width"), q);
    width = new ui::WholeBox(q);
    width->setRange(1, 999);
    width->setSuffix(LineProfileView::tr(" px"));
    width->setToolTip(LineProfileView::tr("Each value is the mean over so many pixels across the line"));
    name->setBuddy(width);
    const auto button = [this](const char* iconName, const QString& text, const QString& tip) {
        auto* made = new QToolButton(q);
        made->setIcon(ui::icon(QLatin1String(iconName)));
        made->setToolTip(tip);
        made->setAccessibleName(text);
        made->setAutoRaise(true);
        return made;
    };
    copy = button("copy", LineProfileView::tr("Copy"), LineProfileView::tr("Copy the profile as text"));
    saveButton = button("save", LineProfileView::tr("Save…"), LineProfileView::tr("Save the profile as text"));
    auto* strip = new QHBoxLayout;
    strip->setContentsMargins(0, 0, 0, 0);
    strip->addWidget(name);
    strip->addWidget(width);
    strip->addStretch();
    strip->addWidget(copy);
    strip->addWidget(saveButton);
    auto* layout = new QVBoxLayout(q);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(2);
    layout->addWidget(curve, 1);
    layout->addWidget(label);
    layout->addLayout(strip);
    QObject::connect(width, &QSpinBox::valueChanged, q, [this](int pixels) { emit q->widthChosen(pixels); });
    QObject::connect(copy, &QToolButton::clicked, q, [this] {
        QGuiApplication::clipboard()->setText(QString::fromUtf8(q->text()));
        emit q->message(LineProfileView::tr("The profile is on the clipboard"), {});
    });
    QObject::connect(&saver, &FileSaver::saved, q, [this](const QString& file) {
        emit q->message(LineProfileView::tr("The profile is saved"), file);
    });
    QObject::connect(&saver, &FileSaver::failed, q, [this](const QString& reason) {
        emit q->message(LineProfileView::tr("The profile could not be saved"), reason);
    });
    QObject::connect(saveButton, &QToolButton::clicked, q, [this] {
        saver.ask(LineProfileView::tr("Save the profile as text"), QStringLiteral("profile.csv"),
                  LineProfileView::tr("Text (*.csv)"), q->text());
    });
}

LengthUnit LineProfileView::Private::unit() const {
    return profile.metric() ? lengthUnit(profile.distance_m.back()) : LengthUnit{1, "px"};
}

QString LineProfileView::Private::length(double distance) const {
    return profile.metric() ? ui::lengthText(distance, 4)
                            : LineProfileView::tr("%1 px").arg(ui::numberText(distance, 4));
}

PlotFrame LineProfileView::Private::frame() const {
    PlotFrame plot;
    plot.area = QRectF(curve->rect()).marginsRemoved(plotMargins(QFontMetricsF(curve->font())));
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double v : profile.value) {
        if (!std::isfinite(v)) continue;
        low = std::min(low, v);
        high = std::max(high, v);
    }
    if (!(high >= low) || !some()) return plot;
    const double pad = high > low ? (high - low) * 0.06 : std::max(1e-12, std::abs(high) * 0.05);
    plot.left = 0;
    plot.right = profile.distance_m.back() / unit().metres;
    plot.bottom = low - pad;
    plot.top = high + pad;
    return plot;
}

void LineProfileView::Private::paint(QPainter& painter) const {
    const QPalette palette = curve->palette();
    const PlotFrame plot = frame();
    if (plot.area.width() < 20 || plot.area.height() < 20) return;
    painter.fillRect(plot.area, palette.color(QPalette::Base));
    const bool anything = std::ranges::any_of(profile.value, [](double v) { return std::isfinite(v); });
    if (!some() || !anything) {
        painter.setPen(palette.color(QPalette::Disabled, QPalette::WindowText));
        painter.drawText(plot.area, Qt::AlignCenter | Qt::TextWordWrap,
                         LineProfileView::tr("Drag a line over an image with the measuring tool (M)"));
        return;
    }
    paintAxes(painter, plot, LineProfileView::tr("Distance (%1)").arg(ui::unitName(unit())), profile.valueLabel,
              palette);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(plot.area);
    painter.setPen(QPen(palette.color(QPalette::Highlight), 1.6));
    QPolygonF run;
    for (std::size_t i = 0; i <= profile.value.size(); ++i) {
        if (i < profile.value.size() && std::isfinite(profile.value[i])) {
            run << plot.toScreen(profile.distance_m[i] / unit().metres, profile.value[i]);
            continue;
        }
        // A gap where values are masked.
        painter.drawPolyline(run);
        run.clear();
    }
    painter.restore();
    paintCursors(painter, plot);
}

void LineProfileView::Private::paintCursors(QPainter& painter, const PlotFrame& plot) const {
    const QPalette palette = curve->palette();
    const QFontMetricsF metrics(painter.font());
    const double em = metrics.height();
    const QString names[] = {LineProfileView::tr("A"), LineProfileView::tr("B")};
    for (std::size_t k = 0; k < 2; ++k) {
        const double x = plot.toScreen(cursors[k] / unit().metres, plot.top).x();
        const QColor colour = palette.color(QPalette::WindowText);
        painter.setPen(QPen(colour, k == current && curve->hasFocus() ? 1.8 : 1.0, Qt::DashLine));
        painter.drawLine(QPointF(x, plot.area.top()), QPointF(x, plot.area.bottom()));
        const QRectF flag(std::clamp(x - em * 0.5, plot.area.left(), plot.area.right() - em), plot.area.top(), em, em);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(flag, 2, 2);
        painter.setPen(palette.color(QPalette::Window));
        painter.drawText(flag, Qt::AlignCenter, names[k]);
    }
}

void LineProfileView::Private::mouse(QMouseEvent& event, bool pressed) {
    if (!some()) return;
    const double x = event.position().x();
    const auto away = [&](std::size_t k) { return std::abs(q->placeOf(cursors[k]).x() - x); };
    if (pressed) {
        const std::size_t nearest = away(0) < away(1) || (away(0) == away(1) && x < curve->width() / 2.0) ? 0 : 1;
        dragging = event.button() == Qt::LeftButton && away(nearest) <= kReach;
        if (dragging) current = nearest;
        curve->update();
        return;
    }
    if (!dragging) {
        curve->setCursor(std::min(away(0), away(1)) <= kReach ? Qt::SizeHorCursor : Qt::ArrowCursor);
        return;
    }
    moveCursor(current, frame().toData({x, 0}).x() * unit().metres);
}

bool LineProfileView::Private::key(int pressed) {
    if (!some() || (pressed != Qt::Key_Left && pressed != Qt::Key_Right)) return false;
    const double step = profile.distance_m[1] - profile.distance_m[0];
    moveCursor(current, cursors[current] + (pressed == Qt::Key_Left ? -step : step));
    return true;
}

void LineProfileView::Private::moveCursor(std::size_t which, double distance) {
    cursors[which] = std::clamp(distance, 0.0, profile.distance_m.back());
    refresh();
}

void LineProfileView::Private::refresh() {
    label->setText(q->summary());
    curve->update();
    copy->setEnabled(some());
    saveButton->setEnabled(some());
    if (!some()) return;
    const auto place = [&](double distance) {
        return profile.from + (profile.to - profile.from) * (distance / profile.distance_m.back());
    };
    emit q->cursorsMoved(place(cursors[0]), place(cursors[1]));
}

void LineProfileView::setProfile(const LineProfile& profile) {
    const bool same = d->some() && profile.from == d->profile.from && profile.to == d->profile.to &&
                      profile.distance_m.size() == d->profile.distance_m.size() &&
                      profile.metric() == d->profile.metric();
    d->profile = profile;
    if (!same) d->cursors = {0, d->some() ? profile.distance_m.back() : 0};
    const QSignalBlocker quiet(d->width);
    if (d->some()) d->width->setValue(static_cast<int>(std::lround(profile.width_px)));
    d->refresh();
}

void LineProfileView::clear() { setProfile({}); }

std::pair<double, double> LineProfileView::cursors() const { return {d->cursors[0], d->cursors[1]}; }

void LineProfileView::setCursors(double first, double second) {
    if (!d->some()) return;
    d->moveCursor(0, first);
    d->moveCursor(1, second);
}

QWidget* LineProfileView::curve() const { return d->curve; }

QPointF LineProfileView::placeOf(double distance) const {
    const PlotFrame plot = d->frame();
    return plot.toScreen(distance / d->unit().metres, (plot.bottom + plot.top) / 2);
}

QString LineProfileView::summary() const {
    const LineProfile& p = d->profile;
    if (p.value.size() < 2) return QStringLiteral(" ");
    const auto [first, second] = cursors();
    const ProfileReading reading = readProfile(p, first, second);
    QString text = p.metric()
                       ? tr("Length %1 (%2 px)").arg(ui::lengthText(p.length_m, 4), ui::numberText(p.length_px, 4))
                       : tr("Length %1 px").arg(ui::numberText(p.length_px, 4));
    text += tr(" · A–B %1").arg(d->length(std::abs(second - first)));
    if (std::isfinite(reading.valueAtFirst) && std::isfinite(reading.valueAtSecond)) {
        text += tr(" · from %1 to %2, difference %3")
                    .arg(ui::numberText(reading.valueAtFirst, 4), ui::numberText(reading.valueAtSecond, 4),
                         ui::numberText(reading.valueAtSecond - reading.valueAtFirst, 4));
    }
    if (reading.fwhm) text += tr(" · FWHM %1").arg(d->length(*reading.fwhm));
    if (reading.edge) text += tr(" · edge 10–90 % %1").arg(d->length(*reading.edge));
    return text;
}

void LineProfileView::setSource(const QStringList& lines) { d->source = lines; }

QByteArray LineProfileView::text() const {
    const LineProfile& p = d->profile;
    const auto number = [](double value) { return QByteArray::number(value, 'g', 9); };
    const QByteArray unit = p.metric() ? "m" : "px";
    const auto [first, second] = cursors();
    const ProfileReading reading = readProfile(p, first, second);
    QByteArray text;
    for (const QString& line : d->source) text += "# " + line.toUtf8() + '\n';
    text += "# value: " + p.valueLabel.toUtf8() + '\n';
    text += "# from (column, row) " + number(p.from.x()) + ", " + number(p.from.y()) + " to " + number(p.to.x()) +
            ", " + number(p.to.y()) + " px, width " + number(p.width_px) + " px\n";
    text += "# cursors at " + number(first) + ", " + number(second) + ' ' + unit + '\n';
    if (reading.fwhm) text += "# FWHM " + number(*reading.fwhm) + ' ' + unit + '\n';
    if (reading.edge) text += "# edge 10-90 % " + number(*reading.edge) + ' ' + unit + '\n';
    text += "distance_" + unit + ",value\n";
    for (std::size_t i = 0; i < p.value.size(); ++i) text += number(p.distance_m[i]) + ',' + number(p.value[i]) + '\n';
    return text;
}

void LineProfileView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (d->curve != nullptr) d->curve->update();
    if (d->label != nullptr && event->type() == QEvent::FontChange)
        d->label->setFixedHeight(3 * fontMetrics().lineSpacing());
}

} // namespace ewald::view
