// The inputs of the generator for windows of several segments: slices of their features, their normalisations, and
// the spectrum of their harmonic source in double precision, as `engines.models.kokoro.source` computes it on the host.
//
// Compiled with CHANNELS (of the features), NORMS (normalised channels), STEP (samples of half a frame), HARMONICS,
// N_FFT, HOP and SAMPLE_RATE defined. Every kernel: grid (blocks, windows).

#define BINS (N_FFT / 2 + 1)
#define EMPTY 1e-9

struct Window {
    const float* features;  // [CHANNELS, 2 * frames]
    const double* centre;   // [2 * frames, HARMONICS] cycles at the centre of every half frame
    const double* pitch;    // [2 * frames] Hz
    const float* scale;     // [NORMS]
    const float* shift;     // [NORMS]
    int frames;
    int start;
};

// features [windows, CHANNELS, 2 * width]; scale and shift [windows, NORMS].
extern "C" __global__ void gather(const Window* windows, float* features, float* scale, float* shift, int width) {
    const Window window = windows[blockIdx.y];
    const int length = 2 * width;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < CHANNELS * length; i += gridDim.x * blockDim.x) {
        const int channel = i / length, at = i % length;
        features[(size_t)blockIdx.y * CHANNELS * length + i] =
            window.features[(size_t)channel * 2 * window.frames + 2 * window.start + at];
    }
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < NORMS; i += gridDim.x * blockDim.x) {
        scale[(size_t)blockIdx.y * NORMS + i] = window.scale[i];
        shift[(size_t)blockIdx.y * NORMS + i] = window.shift[i];
    }
}

__device__ double slope(const Window& window, int half_frame, int harmonic) {
    if (half_frame <= 0 || half_frame >= 2 * window.frames) return 0.0;
    return fmod(window.pitch[half_frame] * (harmonic + 1) / SAMPLE_RATE, 1.0);
}

// samples [windows, 2 * STEP * width + N_FFT]; mix [HARMONICS + 1]: the weights and the bias.
extern "C" __global__ void excite(const Window* windows, const double* mix, double* samples, int width) {
    const Window window = windows[blockIdx.y];
    const int count = 2 * STEP * width + N_FFT, length = 2 * STEP * window.frames;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        int at = 2 * STEP * window.start - N_FFT / 2 + i;
        if (at < 0) at = -at;
        if (at >= length) at = 2 * length - 2 - at;
        const int half_frame = at / STEP;
        const double offset = at % STEP + 0.5 - STEP / 2.0;
        double sum = 0.0;
        if (window.pitch[half_frame] > VOICED_ABOVE) {
            for (int k = 0; k < HARMONICS; k++) {
                const double cycles =
                    window.centre[half_frame * HARMONICS + k] + slope(window, half_frame + (offset >= 0.0), k) * offset;
                sum += sinpi(2.0 * cycles) * mix[k];
            }
        }
        samples[(size_t)blockIdx.y * count + i] = tanh(sum * AMPLITUDE + mix[HARMONICS]);
    }
}

// source [windows, 2 * BINS, 2 * STEP / HOP * width + 1]: magnitudes, then phases; hann [N_FFT].
extern "C" __global__ void transform(const double* samples, const double* hann, float* source, int width) {
    __shared__ double cosine[N_FFT], sine[N_FFT], weight[N_FFT];
    for (int i = threadIdx.x; i < N_FFT; i += blockDim.x) {
        cosine[i] = cospi(2.0 * i / N_FFT);
        sine[i] = -sinpi(2.0 * i / N_FFT);
        weight[i] = hann[i];
    }
    __syncthreads();
    const int frames = 2 * STEP / HOP * width + 1;
    const double* own = samples + (size_t)blockIdx.y * (2 * STEP * width + N_FFT);
    float* result = source + (size_t)blockIdx.y * 2 * BINS * frames;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < BINS * frames; i += gridDim.x * blockDim.x) {
        const int bin = i / frames, frame = i % frames;
        double real = 0.0, imaginary = 0.0;
        for (int n = 0; n < N_FFT; n++) {
            const double value = own[frame * HOP + n] * weight[n];
            real += value * cosine[bin * n % N_FFT];
            imaginary += value * sine[bin * n % N_FFT];
        }
        if (fabs(real) < EMPTY) real = 0.0;
        if (fabs(imaginary) < EMPTY) imaginary = 0.0;
        result[i] = (float)hypot(real, imaginary);
        result[BINS * frames + i] = (float)atan2(imaginary, real);
    }
}
