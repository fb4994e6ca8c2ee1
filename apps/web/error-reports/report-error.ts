/** Errors that the app catches itself, for the error reports where somebody set them up: otherwise nobody listens. */
let listener: ((error: unknown) => void) | null = null;

export function listenToErrors(listen: (error: unknown) => void): void {
  listener = listen;
}

/** Tells of an error. Never throws. */
export const reportError = (error: unknown): void => listener?.(error);
