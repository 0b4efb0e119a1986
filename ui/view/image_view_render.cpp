// SPDX-License-Identifier: GPL-3.0-or-later
// From image to screen: which part is needed, who colours it, when it is shown.
#include "view/image_view_private.h"

#include <algorithm>
#include <cmath>

namespace ewald::view {

namespace {

constexpr std::size_t kOverviewSide = 384;
/// Texels that are uploaded at once: 16 MB, which even a software renderer takes within a few milliseconds.
constexpr double kMostTexels = 4e6;

} // namespace

RenderResult renderImage(const RenderRequest& request) {
    RenderResult result;
    result.look = request.look;
    result.number = request.number;
    result.range = request.range.has_value() ? *request.range : imageRange(request.image, request.choice);
    const ColourMap& map = ColourMap::byId(request.map);
    result.detail = renderTile(request.image, request.rect, request.width, request.height, result.range, map);
    if (request.overview) {
        const PixelRect all{0, 0, request.image.cols(), request.image.rows()};
        result.overview = renderTile(request.image, all, std::min(kOverviewSide, all.width()),
                                     std::min(kOverviewSide, all.height()), result.range, map, true);
    }
    result.hasOverview = request.overview;
    if (request.part) result.part = shownPart(request.image);
    return result;
}

PixelRect ImageView::Private::visibleRect(double margin) const {
    const QRectF view = canvas->view();
    const double dx = view.width() * margin;
    const double dy = view.height() * margin;
    const auto clipped = [](double v, std::size_t limit) {
        return static_cast<std::size_t>(std::clamp(v, 0.0, static_cast<double>(limit)));
    };
    PixelRect rect{
        clipped(std::floor(view.left() - dx), image.cols()), clipped(std::floor(view.top() - dy), image.rows()),
        clipped(std::ceil(view.right() + dx), image.cols()), clipped(std::ceil(view.bottom() + dy), image.rows())};
    rect.right = std::max(rect.right, rect.left);
    rect.bottom = std::max(rect.bottom, rect.top);
    return rect;
}

bool ImageView::Private::covered(const PixelRect& visible, double texelsPerPixel) const {
    const double texels = static_cast<double>(detailRect.width()) * static_cast<double>(detailRect.height());
    const double wanted = std::min(texelsPerPixel, std::sqrt(kMostTexels / std::max(1.0, texels)));
    return detailLook == look && detailRect.contains(visible) && detailDensity >= wanted * 0.95 &&
           detailDensity <= wanted * 1.6;
}

void ImageView::Private::request() {
    if (image.empty() || canvas->width() < 2 || canvas->height() < 2) return;
    const PixelRect visible = visibleRect(0);
    if (visible.width() == 0 || visible.height() == 0) return;
    const double aspect = canvas->aspect();
    const double perPixel = canvas->scale() * canvas->devicePixelRatioF();
    double density = std::min(1.0, perPixel * std::max(1.0, aspect));
    if (covered(visible, density)) return;

    RenderRequest request;
    request.image = image;
    request.choice = choice();
    if (forced.has_value()) {
        request.range = forced;
    } else if (rangeLook == look) {
        request.range = shown;
    }
    request.map = map();
    request.look = look;
    request.rect = visibleRect(0.15);
    const double texels = static_cast<double>(request.rect.width()) * static_cast<double>(request.rect.height());
    density = std::min(density, std::sqrt(kMostTexels / texels));
    const auto side = [&](std::size_t pixels) {
        return std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(static_cast<double>(pixels) * density)));
    };
    request.width = side(request.rect.width());
    request.height = side(request.rect.height());
    // Rounding may keep it from ever being called covered: the same again would not help.
    if (detailLook == look && detailRect == request.rect && detailSize == std::pair(request.width, request.height))
        return;
    const PixelRect all{0, 0, image.cols(), image.rows()};
    request.overview = overviewLook != look && request.rect != all;
    request.part = !fitsWhole && fittedNumber != imageNumber;
    request.number = imageNumber;
    task.submit(std::move(request));
}

void ImageView::Private::fitTo(const PixelRect& part) {
    constexpr double kRim = 0.03;
    const auto width = static_cast<double>(part.width()), height = static_cast<double>(part.height());
    const QRectF exact(static_cast<double>(part.left), static_cast<double>(part.top), width, height);
    if (part.width() == 0) return;
    const QRectF all(0, 0, static_cast<double>(image.cols()), static_cast<double>(image.rows()));
    const QRectF area =
        exact.adjusted(-kRim * width - 1, -kRim * height - 1, kRim * width + 1, kRim * height + 1) & all;
    // While positions are refined the part changes by a pixel at a time: the picture stays where it is.
    constexpr double kMuchLarger = 1.15;
    const QRectF now = canvas->fitArea();
    if (now.contains(exact) && now.width() <= kMuchLarger * area.width() && now.height() <= kMuchLarger * area.height())
        return;
    canvas->setFitArea(area);
}

void ImageView::Private::show(RenderResult&& result) {
    if (image.empty()) return;
    detailLook = result.look;
    detailRect = result.detail.rect;
    detailDensity =
        static_cast<double>(result.detail.width) / static_cast<double>(std::max<std::size_t>(1, detailRect.width()));
    detailSize = {result.detail.width, result.detail.height};
    const bool nowMasked = result.detail.masked || result.overview.masked;
    if (result.hasOverview) overviewLook = result.look;
    const PixelRect all{0, 0, image.cols(), image.rows()};
    if (detailRect == all || overviewLook != result.look) {
        canvas->scene().setOverview({});
    } else if (result.hasOverview) {
        canvas->scene().setOverview(std::move(result.overview));
    }
    canvas->scene().setDetail(std::move(result.detail));
    canvas->scene().update();
    const bool newRange = result.range != shown;
    if (result.look == look) rangeLook = look;
    shown = result.range;
    if (nowMasked != masked) {
        masked = nowMasked;
        canvas->update();
    }
    bar->setSpec(barSpec());
    if (result.part) {
        fittedNumber = result.number;
        fitTo(*result.part);
    }
    keepLocked();
    updateHistogram();
    if (newRange) emit q->rangeShown(shown);
    // The view may have moved on while the worker was busy.
    request();
}

} // namespace ewald::view
