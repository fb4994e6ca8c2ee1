/** What is asked of every issue, indexed by row: seconds, missing ones as 0. */
export interface TimeColumns {
  readonly resolved: Uint8Array;
  readonly spent: Float64Array;
  readonly remaining: Float64Array;
  readonly actual: Float64Array;
  readonly original: Float64Array;
  readonly saved: Float64Array;
}
