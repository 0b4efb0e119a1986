// SPDX-License-Identifier: GPL-3.0-or-later
#include "calibrate/ring_centre.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace ewald::calibrate {
namespace {

/// Sine of an angle that edges of noise exceed and those of rings do not.
constexpr double kDirectionScale = 0.15;
constexpr std::size_t kVoteCells = 180; ///< along each side of the image; the field of votes has three times as many

/// Votes over the image and one image's size on each side.
class VoteField {
public:
    VoteField(double height_m, double width_m)
        : m_cell_m(std::max(height_m, width_m) / kVoteCells), m_rows(3 * cells(height_m)), m_cols(3 * cells(width_m)),
          m_top_m(-height_m), m_left_m(-width_m), m_votes(m_rows * m_cols) {}

    void add(const Edge& edge) {
        const double y = (edge.y_m - m_top_m) / m_cell_m, x = (edge.x_m - m_left_m) / m_cell_m;
        walk(y, x, edge.alongRows, edge.alongCols);
        walk(y, x, -edge.alongRows, -edge.alongCols);
    }

    [[nodiscard]] std::vector<CentreGuess> peaks(std::size_t most) const {
        const std::vector<std::uint8_t> all(m_votes.size(), 1);
        const std::vector<float> sharp = blurred(m_votes, all, m_rows, m_cols, 1.5);
        const std::vector<float> broad = blurred(m_votes, all, m_rows, m_cols, 20);
        std::vector<CentreGuess> found;
        std::vector<float> left(m_votes.size());
        // A peak of k votes over a level of m stands out by (k − m)/√(m + 1): straight panel edges and the middle of
        // the image, where all lines cross, have a high level.
        for (std::size_t i = 0; i < left.size(); ++i) left[i] = (sharp[i] - broad[i]) / std::sqrt(broad[i] + 1);
        while (found.size() < most) {
            const auto at = static_cast<std::size_t>(std::ranges::max_element(left) - left.begin());
            if (!(left[at] > 0)) break;
            const std::size_t row = at / m_cols, col = at % m_cols;
            found.push_back({m_top_m + (static_cast<double>(row) + 0.5) * m_cell_m,
                             m_left_m + (static_cast<double>(col) + 0.5) * m_cell_m, static_cast<double>(left[at])});
            constexpr std::size_t kApart = 12;
            for (std::size_t r = row > kApart ? row - kApart : 0; r < std::min(m_rows, row + kApart + 1); ++r)
                for (std::size_t c = col > kApart ? col - kApart : 0; c < std::min(m_cols, col + kApart + 1); ++c)
                    left[r * m_cols + c] = 0;
        }
        return found;
    }

private:
    [[nodiscard]] std::size_t cells(double size_m) const {
        return std::max<std::size_t>(4, static_cast<std::size_t>(size_m / m_cell_m));
    }
    void walk(double y, double x, double dy, double dx) {
        while (true) {
            y += dy;
            x += dx;
            if (y < 0 || x < 0) return;
            const auto row = static_cast<std::size_t>(y), col = static_cast<std::size_t>(x);
            if (row >= m_rows || col >= m_cols) return;
            m_votes[row * m_cols + col] += 1;
        }
    }

    double m_cell_m;
    std::size_t m_rows, m_cols;
    double m_top_m, m_left_m;
    std::vector<float> m_votes;
};

using Shape = Eigen::Matrix<double, 5, 1>; // beam row, column, rotations, logarithm of the distance

Beam beamOf(const Shape& p) { return {std::exp(p[4]), p[0], p[1], p[2], p[3]}; }

} // namespace

std::vector<Edge> strongestEdges(const RingImage& image, const std::vector<float>& flat, double smoothing,
                                 std::size_t most) {
    const std::size_t rows = image.rows, cols = image.cols;
    if (rows < 5 || cols < 5) return {};
    const std::vector<float> smooth = blurred(flat, image.valid, rows, cols, smoothing);
    std::vector<std::uint8_t> inner(image.valid.size());
    for (std::size_t r = 2; r + 2 < rows; ++r)
        for (std::size_t c = 2; c + 2 < cols; ++c) {
            std::uint8_t all = 1;
            for (std::size_t i = r - 2; i <= r + 2; ++i)
                for (std::size_t j = c - 2; j <= c + 2; ++j) all &= image.valid[i * cols + j];
            inner[r * cols + c] = all;
        }
    struct Steep {
        float square;
        std::size_t at;
    };
    std::vector<Steep> steep;
    const auto down = [&](std::size_t at) { return smooth[at + cols] - smooth[at - cols]; };
    const auto right = [&](std::size_t at) { return smooth[at + 1] - smooth[at - 1]; };
    for (std::size_t at = cols; at + cols < smooth.size(); ++at) {
        if (inner[at] == 0) continue;
        const float square = down(at) * down(at) + right(at) * right(at);
        if (square > 0) steep.push_back({square, at});
    }
    if (steep.size() > most) {
        std::ranges::nth_element(steep, steep.begin() + static_cast<std::ptrdiff_t>(most),
                                 [](const Steep& a, const Steep& b) { return a.square > b.square; });
        steep.resize(most);
        std::ranges::sort(steep, {}, &Steep::at);
    }
    std::vector<Edge> edges;
    edges.reserve(steep.size());
    for (const Steep& s : steep) {
        const auto length = static_cast<double>(std::sqrt(s.square));
        edges.push_back({image.row_m[s.at / cols], image.col_m[s.at % cols], static_cast<double>(down(s.at)) / length,
                         static_cast<double>(right(s.at)) / length});
    }
    return edges;
}

std::vector<CentreGuess> voteForCentre(const RingImage& image, const std::vector<Edge>& edges, std::size_t most) {
    VoteField field(image.row_m.back() + image.row_m.front(), image.col_m.back() + image.col_m.front());
    for (const Edge& edge : edges) field.add(edge);
    return field.peaks(most);
}

DirectionFit fitDirections(const std::vector<Edge>& edges, const Beam& start, double size_m, Distance distance) {
    constexpr std::size_t kMost = 5000;
    const std::size_t step = std::max<std::size_t>(1, edges.size() / kMost);
    const auto residualsOf = [&](const Beam& beam) {
        const BeamPlane plane(beam);
        Eigen::VectorXd f(static_cast<Eigen::Index>((edges.size() + step - 1) / step));
        Eigen::Index n = 0;
        for (std::size_t i = 0; i < edges.size(); i += step) {
            const Edge& e = edges[i];
            const auto [dy, dx] = plane.outward(e.y_m, e.x_m);
            const double length = std::sqrt(dy * dy + dx * dx); // hypot takes three times as long
            f[n++] = length > 0 ? (e.alongRows * dx - e.alongCols * dy) / length : 0;
        }
        return f;
    };
    const auto costOf = [](const Eigen::VectorXd& f) {
        return (1 + (f.array() / kDirectionScale).square()).log().mean();
    };
    Shape unit; // of the differences, and the scale
    unit << size_m * 1e-4, size_m * 1e-4, 1e-4, 1e-4, 1e-3;
    Shape p;
    p << start.row_m, start.col_m, start.rot1, start.rot2, std::log(start.distance_m);
    Eigen::VectorXd f = residualsOf(start);
    double cost = costOf(f);
    double damping = 1e-2;
    for (int round = 0; round < 30 && f.size() > 10; ++round) {
        Eigen::Matrix<double, Eigen::Dynamic, 5> slopes(f.size(), 5);
        for (int k = 0; k < 5; ++k) {
            Shape other = p;
            other[k] += unit[k];
            slopes.col(k) = residualsOf(beamOf(other)) - f;
        }
        const Eigen::VectorXd w = (1 + (f.array() / kDirectionScale).square()).inverse().matrix();
        Eigen::Matrix<double, 5, 5> a = slopes.transpose() * w.asDiagonal() * slopes;
        // Without a tilt the distance turns no edge: it stays.
        a(4, 4) += 1e-6 * w.sum() * kDirectionScale * kDirectionScale;
        Shape b = slopes.transpose() * w.asDiagonal() * f;
        if (distance == Distance::stays) {
            a.row(4).setZero();
            a.col(4).setZero();
            a(4, 4) = 1;
            b[4] = 0;
        }
        bool better = false;
        for (int trial = 0; trial < 6 && !better; ++trial) {
            Eigen::Matrix<double, 5, 5> damped = a;
            damped.diagonal() *= 1 + damping;
            const Shape step5 = damped.ldlt().solve(b);
            const Shape next = p - step5.cwiseProduct(unit);
            if (next.allFinite() && std::abs(next[2]) < 1.2 && std::abs(next[3]) < 1.2 &&
                std::abs(next[4] - std::log(size_m)) < 4) {
                const Eigen::VectorXd g = residualsOf(beamOf(next));
                const double newCost = costOf(g);
                if (newCost < cost) {
                    better = cost - newCost > 1e-7 * cost;
                    p = next;
                    f = g;
                    cost = newCost;
                    damping = std::max(1e-6, damping / 5);
                    break;
                }
            }
            damping *= 6;
        }
        if (!better) break;
    }
    return {beamOf(p), cost};
}

} // namespace ewald::calibrate
