// The recurrence of a bidirectional LSTM as one kernel, for any number of steps.
//
// PARTS blocks a direction each keep the weights of HIDDEN / PARTS units in registers for the whole sequence. A step
// needs the states of all units; a unit's new state is published as one 8-byte word that also holds the number of the
// step, so whoever polls it knows from the word itself that it is new: no barrier over the grid, half a microsecond a
// step. Two slots are enough: to publish step s + 2, a block has seen all of s + 1, whose makers had seen all of s.
// All 2 * PARTS blocks must run at the same time; a block that waits too long gives up and leaves NaN.
//
// Compiled with HIDDEN and PARTS defined. Launch: grid (PARTS, 2), block (8 * HIDDEN / PARTS).

#define UNITS (HIDDEN / PARTS)
#define ROWS (4 * UNITS)
#define WEIGHTS (HIDDEN / 2)
#define PATIENCE 2000000000LL

struct Word {
    float value;
    int step;
};

__device__ __forceinline__ void publish(Word* slot, float value, int step) {
    union {
        Word word;
        unsigned long long bits;
    } both;
    both.word.value = value;
    both.word.step = step;
    *(volatile unsigned long long*)slot = both.bits;
}

__device__ __forceinline__ float await(const Word* slot, int step) {
    union {
        Word word;
        unsigned long long bits;
    } both;
    long long begun = 0;
    for (int turn = 0;; turn++) {
        both.bits = *(volatile const unsigned long long*)slot;
        if (both.word.step == step) return both.word.value;
        if ((turn & 1023) == 1023) {
            const long long now = clock64();
            if (begun == 0) begun = now;
            if (now - begun > PATIENCE) return __int_as_float(0x7fc00000);
        }
    }
}

__device__ __forceinline__ float sigmoid(float x) { return 1.0f / (1.0f + __expf(-x)); }

// gates [steps, 2, 4, HIDDEN]: input, output, forget, cell; weight [2, 4 * HIDDEN, HIDDEN];
// exchange [2, 2, HIDDEN] zeroed words; states [steps, 2, HIDDEN].
extern "C" __global__ void __launch_bounds__(2 * ROWS)
    lstm(const float* __restrict__ gates, const float* __restrict__ weight, Word* exchange, float* states, int steps) {
    __shared__ float4 last[HIDDEN / 4];
    __shared__ float sums[ROWS];
    const int direction = blockIdx.y, thread = threadIdx.x;
    const int row = thread >> 1, half = thread & 1;
    const int gate = row / UNITS, unit = blockIdx.x * UNITS + row % UNITS;
    const int gate_row = gate * HIDDEN + unit;

    // The two threads of a row take alternate quadruples, so that a warp reads one line of shared memory.
    float4 own[WEIGHTS / 4];
    const float4* line = (const float4*)(weight + ((size_t)direction * 4 * HIDDEN + gate_row) * HIDDEN);
#pragma unroll
    for (int i = 0; i < WEIGHTS / 4; i++) own[i] = line[2 * i + half];

    Word* words = exchange + direction * 2 * HIDDEN;
    float cell = 0.0f;
    float coming = 0.0f;
    if (half == 0) coming = gates[((size_t)(direction ? steps - 1 : 0) * 2 + direction) * 4 * HIDDEN + gate_row];
    for (int step = 0; step < steps; step++) {
        const int at = direction ? steps - 1 - step : step;
        float sum = coming;
        const int next = direction ? at - 1 : at + 1;
        if (half == 0 && step + 1 < steps) coming = gates[((size_t)next * 2 + direction) * 4 * HIDDEN + gate_row];
        if (step > 0) {
            for (int i = thread; i < HIDDEN; i += 2 * ROWS)
                ((float*)last)[i] = await(words + ((step - 1) & 1) * HIDDEN + i, step);
            __syncthreads();
            float4 parts = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
            for (int i = 0; i < WEIGHTS / 4; i++) {
                const float4 state = last[2 * i + half];
                parts.x = fmaf(own[i].x, state.x, parts.x);
                parts.y = fmaf(own[i].y, state.y, parts.y);
                parts.z = fmaf(own[i].z, state.z, parts.z);
                parts.w = fmaf(own[i].w, state.w, parts.w);
            }
            sum += (parts.x + parts.y) + (parts.z + parts.w);
        }
        sum += __shfl_xor_sync(0xffffffffu, sum, 1);
        if (half == 0) sums[row] = sum;
        __syncthreads();
        if (thread < UNITS) {
            const float in = sigmoid(sums[thread]), out = sigmoid(sums[UNITS + thread]);
            const float forget = sigmoid(sums[2 * UNITS + thread]);
            cell = forget * cell + in * tanhf(sums[3 * UNITS + thread]);
            const float state = out * tanhf(cell);
            const int mine = blockIdx.x * UNITS + thread;
            publish(words + (step & 1) * HIDDEN + mine, state, step + 1);
            states[((size_t)at * 2 + direction) * HIDDEN + mine] = state;
        }
        // `sums` is written again only after the wait for this step's states, which the threads that read it publish.
    }
}
