import { showFlag } from '@tallyboard/ui/feedback/flags.tsx';

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Returns the function that shows an error in a flag with this title. */
export const showProblem = (title: string) => (error: unknown) =>
  void showFlag({ kind: 'error', title, text: messageOf(error) });
