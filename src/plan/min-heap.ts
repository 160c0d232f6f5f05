/** A binary heap of numbers: returns the smallest first. */
export class MinHeap {
  readonly #heap: number[] = [];

  add(position: number): void {
    const heap = this.#heap;
    let hole = heap.push(position) - 1;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = heap[parent] ?? 0;
      if (above <= position) break;
      heap[hole] = above;
      hole = parent;
    }
    heap[hole] = position;
  }

  take(): number | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= heap.length) break;
      if ((heap[child + 1] ?? Number.POSITIVE_INFINITY) < (heap[child] ?? 0)) child++;
      const below = heap[child] ?? 0;
      if (below >= last) break;
      heap[hole] = below;
      hole = child;
    }
    heap[hole] = last;
    return first;
  }
}
