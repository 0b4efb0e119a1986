# SPDX-License-Identifier: GPL-3.0-or-later
"""One judge for the results of all programs, in numpy, with a forward model of its own.

far field of frame i: I_i = w_i^2 sum_k |F[P_k(r - s_i) O(r + r_i)]|^2 + b, F unitary, r_i the whole and s_i the rest of
the window's corner, the shift by s_i made in Fourier space.
error = sum (sqrt(I_model) - sqrt(I))^2 / sum I over the valid pixels of all frames, of the state as it was saved.
"""
import dataclasses

import numpy
import scipy.fft

FRC_AT = (0.2, 0.35, 0.5)  # of the Nyquist frequency
_CHUNK = 32  # frames at a time


@dataclasses.dataclass
class State:
    """What a program found."""

    object: numpy.ndarray  # [H][W] complex
    probe: numpy.ndarray  # [mode][n][n] complex, its middle at n/2
    corners: numpy.ndarray  # [frame][2] in pixels of `object`
    background: numpy.ndarray | None = None  # [n][n] counts
    weights: numpy.ndarray | None = None  # [frame] factors on the amplitude
    whole: str = "round"  # how the program splits a corner: "round" or "floor"

    def save(self, path, **more):
        arrays = {name: value for name, value in dataclasses.asdict(self).items() if value is not None}
        numpy.savez(path, **arrays, **more)

    @classmethod
    def load(cls, path):
        with numpy.load(path) as file:
            found = {field.name: file[field.name] for field in dataclasses.fields(cls) if field.name in file}
        found["whole"] = str(found["whole"])
        return cls(**found)


def _ramps(shifts, n):
    """exp(-2 pi i f s) for each of the shifts: [shift][n]."""
    return numpy.exp(-2j * numpy.pi * numpy.outer(shifts, scipy.fft.fftfreq(n))).astype("complex64")


def _with_margin(state, n):
    """The object with ones around it where windows leave it, and the corners in it."""
    low = numpy.maximum(0, -numpy.floor(state.corners.min(axis=0))).astype(int) + 1
    high = numpy.ceil(state.corners.max(axis=0)).astype(int) + n + 1 - state.object.shape
    around = [(int(low[axis]), int(max(0, high[axis]))) for axis in (0, 1)]
    return numpy.pad(state.object, around, constant_values=1).astype("complex64"), state.corners + low


def model_error(state, scan):
    """The error of a state over all frames of the scan; its corners are in the order of the frames."""
    n = scan.side
    padded, corners = _with_margin(state, n)
    whole = numpy.floor(corners) if state.whole == "floor" else numpy.round(corners)
    rest = corners - whole
    whole = whole.astype(int)
    spectra = scipy.fft.fft2(state.probe.astype("complex64"), workers=-1)
    windows = numpy.lib.stride_tricks.sliding_window_view(padded, (n, n))
    total = counts = 0.0
    for first in range(0, len(corners), _CHUNK):
        some = slice(first, first + _CHUNK)
        ramp = _ramps(rest[some, 0], n)[:, :, None] * _ramps(rest[some, 1], n)[:, None, :]
        wave = scipy.fft.ifft2(spectra[None] * ramp[:, None], workers=-1)
        wave *= windows[whole[some, 0], whole[some, 1]][:, None]
        wave = scipy.fft.fft2(wave, norm="ortho", workers=-1)
        model = (wave.real**2 + wave.imag**2).sum(axis=1)
        if state.weights is not None:
            model *= state.weights[some, None, None] ** 2
        model = scipy.fft.fftshift(model, axes=(1, 2))
        if state.background is not None:
            model += state.background
        measured = scan.frames[some]
        total += float((((numpy.sqrt(model) - numpy.sqrt(measured)) ** 2) * scan.valid).sum(dtype="float64"))
        counts += float((measured * scan.valid).sum(dtype="float64"))
    return total / counts


def _taper(shape, inside, width):
    """1 in the box `inside` (first row, last row, first column, last column), falling to 0 over `width` pixels."""

    def line(length, first, last):
        at = numpy.arange(length)
        away = numpy.maximum(numpy.maximum(first - at, at - (last - 1)), 0)
        return numpy.cos(0.5 * numpy.pi * numpy.clip(away / width, 0, 1)) ** 2

    return numpy.outer(line(shape[0], *inside[:2]), line(shape[1], *inside[2:]))


def _peak(spectrum_of, around, step, rounds=3):
    """Where |spectrum_of(y, x)| is largest near `around`: a grid that gets finer by 5 in each round."""
    best = numpy.asarray(around, float)
    for _ in range(rounds):
        grid = step * numpy.arange(-5, 6)
        values = numpy.abs(spectrum_of(best[0] + grid, best[1] + grid))
        row, col = numpy.unravel_index(values.argmax(), values.shape)
        best = best + (grid[row], grid[col])
        step /= 5
    return best


def _fourier_peak(image):
    """The frequency (cycles per pixel) at which the spectrum of the image is largest, to 1/500 of a bin or so."""
    spectrum = numpy.abs(scipy.fft.fft2(image))
    row, col = numpy.unravel_index(spectrum.argmax(), spectrum.shape)
    start = (scipy.fft.fftfreq(image.shape[0])[row], scipy.fft.fftfreq(image.shape[1])[col])
    y, x = numpy.arange(image.shape[0]), numpy.arange(image.shape[1])

    def at(rows, cols):
        down = numpy.exp(-2j * numpy.pi * numpy.outer(rows, y))
        across = numpy.exp(-2j * numpy.pi * numpy.outer(x, cols))
        return down @ image @ across

    return _peak(at, start, 0.2 / min(image.shape))


def shifted(image, shift):
    """image(r - shift), in Fourier space."""
    ramp = numpy.exp(-2j * numpy.pi * scipy.fft.fftfreq(image.shape[0]) * shift[0])[:, None] * numpy.exp(
        -2j * numpy.pi * scipy.fft.fftfreq(image.shape[1]) * shift[1])
    return scipy.fft.ifft2(scipy.fft.fft2(image) * ramp)


def _ramp(shape, frequency):
    y, x = numpy.arange(shape[0]), numpy.arange(shape[1])
    return numpy.exp(-2j * numpy.pi * (frequency[0] * y[:, None] + frequency[1] * x))


def aligned(a, b, box):
    """`a` on the pixels of `b` within the box (row, row end, column, column end), and that part of `b`.

    Free are what no measurement tells: shift, phase ramp, exponential amplitude ramp and a complex factor. `a` and `b`
    have to agree to within a few pixels of shift beforehand; whole pixels are found over the whole array.
    """
    width = 24
    inside = numpy.ix_(range(box[0], box[1]), range(box[2], box[3]))
    target = b[inside]
    moved = a
    total_shift, total_ramp = numpy.zeros(2), numpy.zeros(2)
    weight = _taper(b.shape, box, width)

    def contrast(image):
        part = image[inside]
        return (image - part.mean()) * (weight / numpy.abs(part).mean())

    for turn in range(4):
        # the phase ramp, then the shift: each needs the other, so they take turns
        total_ramp += _fourier_peak(moved[inside] * target.conj())
        ramped = a * _ramp(a.shape, total_ramp)
        moved = shifted(ramped * _taper(a.shape, _grown(box, a.shape, width), width), total_shift)
        cross = scipy.fft.fft2(contrast(b)) * scipy.fft.fft2(contrast(moved)).conj()
        total_shift += _correlation_peak(cross, whole=turn == 0)
        moved = shifted(ramped * _taper(a.shape, _grown(box, a.shape, width), width), total_shift)
    result = moved[inside] * _ramp(target.shape, _fourier_peak(moved[inside] * target.conj()))
    return _same_scale(result, target), target


def _grown(box, shape, by):
    """The box with `by` pixels more around it, within the array less its taper."""
    low = [max(first - by, by) for first in box[0::2]]
    high = [min(end + by, length - by) for end, length in zip(box[1::2], shape)]
    return low[0], high[0], low[1], high[1]


def _correlation_peak(cross, whole):
    """The shift at which the correlation with this spectrum is largest."""
    start = numpy.zeros(2)
    if whole:
        correlation = numpy.abs(scipy.fft.ifft2(cross))
        peak = numpy.array(numpy.unravel_index(correlation.argmax(), correlation.shape))
        shape = numpy.array(cross.shape)
        start = numpy.where(peak > shape // 2, peak - shape, peak)
    fy, fx = scipy.fft.fftfreq(cross.shape[0]), scipy.fft.fftfreq(cross.shape[1])

    def at(rows, cols):
        down, across = numpy.outer(rows, fy), numpy.outer(fx, cols)
        return numpy.exp(2j * numpy.pi * down) @ cross @ numpy.exp(2j * numpy.pi * across)

    return _peak(at, start, 0.2)


def _same_scale(a, b):
    """`a` with the complex factor and the exponential of the amplitude that bring it nearest to `b`."""
    y, x = numpy.meshgrid(*(numpy.linspace(-1, 1, length) for length in b.shape), indexing="ij")
    small = 1e-3 * numpy.abs(b).mean()
    ratio = numpy.log((numpy.abs(b) + small) / (numpy.abs(a) + small))
    weight = numpy.abs(a) * numpy.abs(b)
    terms = numpy.stack([numpy.ones(b.size), y.ravel(), x.ravel()])
    solution = numpy.linalg.solve((terms * weight.ravel()) @ terms.T, (terms * weight.ravel()) @ ratio.ravel())
    a = a * numpy.exp(solution[1] * y + solution[2] * x)
    return a * (numpy.vdot(a, b) / numpy.vdot(a, a))


def ring_correlation(a, b):
    """FRC of two aligned images with a Hann window: one value a ring of one bin, ring k at 2k/L of Nyquist."""
    side = min(a.shape)
    window = numpy.outer(numpy.hanning(side), numpy.hanning(side))
    cut = tuple(slice((length - side) // 2, (length - side) // 2 + side) for length in a.shape)
    fa, fb = scipy.fft.fft2(a[cut] * window), scipy.fft.fft2(b[cut] * window)
    f = scipy.fft.fftfreq(side) * side
    ring = numpy.round(numpy.hypot(f[:, None], f)).astype(int).ravel()
    joint, power_a, power_b = (
        numpy.bincount(ring, values.ravel())
        for values in ((fa * fb.conj()).real, numpy.abs(fa) ** 2, numpy.abs(fb) ** 2)
    )
    return (joint / numpy.sqrt(power_a * power_b))[: side // 2 + 1]


def frc_at(curve, fractions=FRC_AT):
    """Mean of the three rings around each fraction of the Nyquist frequency."""
    last = len(curve) - 1
    return [float(curve[max(1, round(f * last) - 1): round(f * last) + 2].mean()) for f in fractions]


def _box(corners, side):
    """Where the windows have their middles: well lit for every program, whatever its probe."""
    low = numpy.ceil(corners.min(axis=0) + side / 2).astype(int)
    high = numpy.floor(corners.max(axis=0) + side / 2).astype(int)
    return int(low[0]), int(high[0]), int(low[1]), int(high[1])


def _brought_to(image, from_corners, to_corners, shape):
    """The image cut to `shape`, moved by whole pixels so that the windows lie where `to_corners` has them."""
    by = numpy.round((to_corners - from_corners).mean(axis=0)).astype(int)
    result = numpy.ones(shape, complex)
    to = [slice(max(0, d), min(size, length + d)) for d, size, length in zip(by, shape, image.shape)]
    result[tuple(to)] = image[tuple(slice(t.start - d, t.stop - d) for t, d in zip(to, by))]
    return result


def half_correlation(first, second, first_scan, second_scan):
    """FRC of the objects of two half scans, whose corners were given in the same pixels."""
    shape = tuple(int(length) for length in numpy.maximum(first_scan.object_shape, second_scan.object_shape))
    a = _brought_to(first.object, first.corners, first_scan.corners, shape)
    b = _brought_to(second.object, second.corners, second_scan.corners, shape)
    box = _box(numpy.concatenate([first_scan.corners, second_scan.corners]), first_scan.side)
    return ring_correlation(*aligned(a, b, box))


def object_error(state, scan):
    """|O - O_true| / |O_true| where the windows have their middles; None where the truth is not known."""
    if scan.truth is None:
        return None
    found = _brought_to(state.object, state.corners, scan.true_corners, scan.truth.shape)
    a, b = aligned(found, scan.truth.astype(complex), _box(scan.true_corners, scan.side))
    return float(numpy.linalg.norm(a - b) / numpy.linalg.norm(b))


def position_error(state, scan):
    """Robust residual of the positions (1.48 MAD on each axis, pixels) beside an affine map; None: not known."""
    if scan.true_corners is None:
        return None
    known = numpy.c_[scan.true_corners, numpy.ones(len(scan.true_corners))]
    weight = numpy.ones(len(known))
    for _ in range(5):
        root = numpy.sqrt(weight)[:, None]
        left = state.corners - known @ numpy.linalg.lstsq(known * root, state.corners * root, rcond=None)[0]
        size = numpy.hypot(*left.T)
        weight = 1 / numpy.maximum(1, size / (2 * numpy.median(size) + 1e-12))
    return float(1.48 * numpy.median(numpy.abs(left - numpy.median(left, axis=0))))
