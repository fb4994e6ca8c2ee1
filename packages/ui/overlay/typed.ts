const NO_TEXTS = ['search', 'checkbox', 'radio', 'button', 'file', 'range', 'color'];
const TEXTS = `textarea, input:not([readonly]${NO_TEXTS.map(type => `, [type="${type}"]`).join('')}), [contenteditable="true"]`;

/** Tells whether texts, numbers and dates inside an element differ from what they were when the reader came to them; not those of searches. */
export function watchTyping(element: HTMLElement) {
  const before = new Map<HTMLElement, string>();
  const note = ({ target }: Event) => {
    if (target instanceof HTMLElement && target.matches(TEXTS) && !before.has(target))
      before.set(target, textOf(target));
  };
  // Ahead of the first change: a field may have the focus already.
  element.addEventListener('focusin', note);
  element.addEventListener('beforeinput', note);
  return {
    isChanged: () =>
      [...before].some(([field, text]) => field.isConnected && textOf(field) !== text),
    stop() {
      element.removeEventListener('focusin', note);
      element.removeEventListener('beforeinput', note);
    },
  };
}

const textOf = (field: HTMLElement): string =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value
    : (field.textContent ?? '');
