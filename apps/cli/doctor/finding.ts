/** One line of the doctor: what was looked at, and what to do unless it is well. */
export interface Finding {
  readonly state: 'ok' | 'note' | 'wrong';
  readonly text: string;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const note = (text: string): Finding => ({ state: 'note', text });
export const wrong = (text: string): Finding => ({ state: 'wrong', text });
