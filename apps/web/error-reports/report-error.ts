/** Errors that the app catches itself, for error reports if they are enabled. */
let listener: ((error: unknown) => void) | null = null;

export function listenToErrors(listen: (error: unknown) => void): void {
  listener = listen;
}

/** Never throws. */
export const reportError = (error: unknown): void => listener?.(error);
