// SPDX-License-Identifier: GPL-3.0-or-later
#include "job/maps/triangulation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace ewald::job {
namespace {

__extension__ using Wide = __int128; // products of four differences of coordinates

struct Point {
    std::int64_t x = 0;
    std::int64_t y = 0;
    bool operator==(const Point&) const = default;
};

constexpr std::int64_t kGrid = std::int64_t{1} << 20; ///< of the points
constexpr std::int64_t kFar = std::int64_t{1} << 27;  ///< of the corners of the triangle around all: 2⁷ extents away

/// Twice the area of a triangle, positive where it is counter-clockwise. |differences| < 2³⁰.
std::int64_t areaOf(const Point& a, const Point& b, const Point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether p lies inside of the circle through a, b and c, which are counter-clockwise. Below 2¹²³.
bool isInCircle(const Point& a, const Point& b, const Point& c, const Point& p) {
    const auto from = [&](const Point& of) { return Point{of.x - p.x, of.y - p.y}; };
    const Point u = from(a), v = from(b), w = from(c);
    const auto square = [](const Point& of) { return Wide{of.x * of.x + of.y * of.y}; };
    const auto cross = [](const Point& one, const Point& other) { return Wide{one.x * other.y - one.y * other.x}; };
    return square(u) * cross(v, w) + square(v) * cross(w, u) + square(w) * cross(u, v) > 0;
}

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

class Delaunay {
public:
    explicit Delaunay(std::vector<Point> points) : m_points(std::move(points)), m_own(m_points.size()) {
        constexpr std::int64_t kMiddle = kGrid / 2;
        m_points.push_back({kMiddle - 3 * kFar, kMiddle - kFar});
        m_points.push_back({kMiddle + 3 * kFar, kMiddle - kFar});
        m_points.push_back({kMiddle, kMiddle + 2 * kFar});
        m_triangles.push_back({{m_own, m_own + 1, m_own + 2}, {kNone, kNone, kNone}});
        m_fan.assign(m_points.size(), kNone);
    }
    void insert(std::size_t point) {
        const std::size_t home = triangleWith(m_points[point]);
        for (const std::size_t corner : m_triangles[home].corners)
            if (m_points[corner] == m_points[point]) return; // which is there already
        findCavity(home, m_points[point]);
        fillCavity(point);
    }
    /// Those between the points that were given.
    [[nodiscard]] std::vector<Triangle> triangles() const {
        std::vector<Triangle> found;
        for (const Cell& cell : m_triangles)
            if (cell.isThere && std::ranges::all_of(cell.corners, [&](std::size_t c) { return c < m_own; }))
                found.push_back(cell.corners);
        return found;
    }

private:
    struct Cell {
        Triangle corners{};
        std::array<std::size_t, 3> neighbours{}; ///< opposite to each corner
        bool isThere = true;
    };
    struct Edge {
        std::size_t from, to, outside; ///< points, and the triangle beyond
    };

    /// Walks towards it from the triangle that was made last.
    [[nodiscard]] std::size_t triangleWith(const Point& point) const {
        std::size_t at = m_last;
        for (bool moves = true; moves;) {
            moves = false;
            const Cell& cell = m_triangles[at];
            for (std::size_t i = 0; i < 3 && !moves; ++i) {
                const Point &from = m_points[cell.corners[(i + 1) % 3]], &to = m_points[cell.corners[(i + 2) % 3]];
                if (areaOf(from, to, point) >= 0) continue;
                at = cell.neighbours[i];
                moves = true;
            }
        }
        return at;
    }
    /// All triangles whose circles contain the point, which are connected, and the edges around them.
    void findCavity(std::size_t home, const Point& point) {
        m_cavity.assign(1, home);
        m_edges.clear();
        m_triangles[home].isThere = false;
        for (std::size_t next = 0; next < m_cavity.size(); ++next) {
            const Cell cell = m_triangles[m_cavity[next]];
            for (std::size_t i = 0; i < 3; ++i) {
                const std::size_t beyond = cell.neighbours[i];
                if (beyond != kNone && !m_triangles[beyond].isThere) continue; // in the cavity as well
                if (beyond != kNone && contains(beyond, point)) {
                    m_triangles[beyond].isThere = false;
                    m_cavity.push_back(beyond);
                } else {
                    m_edges.push_back({cell.corners[(i + 1) % 3], cell.corners[(i + 2) % 3], beyond});
                }
            }
        }
    }
    [[nodiscard]] bool contains(std::size_t triangle, const Point& point) const {
        const Triangle& corners = m_triangles[triangle].corners;
        return isInCircle(m_points[corners[0]], m_points[corners[1]], m_points[corners[2]], point);
    }
    /// Joins all edges around the cavity with the point.
    void fillCavity(std::size_t point) {
        m_made.clear();
        for (const Edge& edge : m_edges) {
            std::size_t place = m_triangles.size();
            if (!m_cavity.empty()) {
                place = m_cavity.back();
                m_cavity.pop_back();
            } else {
                m_triangles.emplace_back();
            }
            m_triangles[place] = {{point, edge.from, edge.to}, {edge.outside, kNone, kNone}, true};
            if (edge.outside != kNone)
                for (std::size_t i = 0; i < 3; ++i)
                    if (const Triangle& c = m_triangles[edge.outside].corners; c[(i + 1) % 3] == edge.to)
                        m_triangles[edge.outside].neighbours[i] = place;
            m_fan[edge.from] = place;
            m_made.push_back(place);
        }
        // The triangle that begins where another one ends lies beside it.
        for (const std::size_t made : m_made) {
            const std::size_t after = m_fan[m_triangles[made].corners[2]];
            m_triangles[made].neighbours[1] = after;
            m_triangles[after].neighbours[2] = made;
        }
        m_last = m_made.back();
    }

    std::vector<Point> m_points;
    std::size_t m_own;
    std::vector<Cell> m_triangles;
    std::size_t m_last = 0;
    std::vector<std::size_t> m_cavity, m_made;
    std::vector<Edge> m_edges;
    std::vector<std::size_t> m_fan; ///< by point: the new triangle whose outer edge begins there
};

} // namespace

std::vector<Triangle> triangulate(std::span<const ScanPosition> points) {
    if (points.size() < 3) return {};
    const auto [left, right] = std::ranges::minmax(points, {}, &ScanPosition::x);
    const auto [top, bottom] = std::ranges::minmax(points, {}, &ScanPosition::y);
    const double extent = std::max(right.x - left.x, bottom.y - top.y);
    if (!(extent > 0)) return {};
    const auto place = [&](double at) { return std::llround(at / extent * static_cast<double>(kGrid)); };
    std::vector<Point> all;
    for (const ScanPosition& point : points) all.push_back({place(point.x - left.x), place(point.y - top.y)});
    // In stripes to and fro, so that the next one is near.
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto stripes = static_cast<std::int64_t>(std::sqrt(static_cast<double>(all.size()) / 2)) + 1;
    const auto key = [&](std::size_t i) {
        const std::int64_t stripe = all[i].y * stripes / (kGrid + 1);
        return std::pair(stripe, stripe % 2 == 0 ? all[i].x : -all[i].x);
    };
    std::ranges::stable_sort(order, {}, key);
    Delaunay delaunay(std::move(all));
    for (const std::size_t point : order) delaunay.insert(point);
    return delaunay.triangles();
}

std::array<double, 3> weightsAt(const Triangle& triangle, std::span<const ScanPosition> points,
                                const ScanPosition& place) {
    const ScanPosition &a = points[triangle[0]], &b = points[triangle[1]], &c = points[triangle[2]];
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const double ofB = ((place.x - a.x) * (c.y - a.y) - (place.y - a.y) * (c.x - a.x)) / area;
    const double ofC = ((b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x)) / area;
    return {1 - ofB - ofC, ofB, ofC};
}

} // namespace ewald::job
