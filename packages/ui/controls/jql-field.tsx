import './jql-field.css';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Field, type FieldProps } from './field.tsx';

export interface JqlError {
  readonly message: string;
  /** First character, counted from 0. */
  readonly from?: number;
  /** Exclusive; by default the end of the word. */
  readonly to?: number;
}

export interface JqlFieldProps extends Omit<FieldProps, 'error'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter; Shift+Enter makes a new line. */
  readonly onApply?: () => void;
  readonly error?: JqlError | null;
  readonly suggest?: Suggest;
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

/** A query of several lines, with suggestions and the place of an error marked. */
export function JqlField(props: JqlFieldProps) {
  const { value, onChange, onApply, error, suggest, placeholder, disabled, ...field } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const { items, active, setActive, ask, close, asked } = useSuggestions(suggest);

  const accept = (item: Suggestion) => {
    // With what was typed of the word since the suggestions were asked for.
    const to = item.to + value.length - asked.length;
    const next = value.slice(0, item.from) + item.insert + value.slice(to);
    onChange(next);
    close();
    const caret = item.from + item.insert.length;
    requestAnimationFrame(() => {
      // Who has typed on meanwhile has the caret and the suggestions of that.
      if (input.current?.value !== next) return;
      input.current.focus();
      input.current.setSelectionRange(caret, caret);
      ask(next, caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key } = event;
    const chosen = items[active];
    if (items.length && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const by = key === 'ArrowDown' ? 1 : -1;
      setActive((active + by + items.length + (active < 0 && by < 0 ? 1 : 0)) % items.length);
    } else if (chosen && (key === 'Enter' || key === 'Tab')) accept(chosen);
    else if (items.length && key === 'Escape') close();
    else if (key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      close();
      onApply?.();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Field {...field} error={error ? errorText(error, value) : undefined}>
      {control => (
        <div className="tb-jql">
          <div className="tb-jql__mirror tb-input" aria-hidden="true">
            {marked(value, error)}{' '}
          </div>
          <textarea
            {...control}
            ref={input}
            className="tb-input tb-jql__input"
            rows={1}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={listId}
            aria-activedescendant={items[active] ? `${listId}-${active}` : undefined}
            onChange={event => {
              onChange(event.target.value);
              ask(event.target.value, event.target.selectionStart);
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
          <SuggestionList id={listId} items={items} active={active} onAccept={accept} />
        </div>
      )}
    </Field>
  );
}

function SuggestionList(props: {
  readonly id: string;
  readonly items: readonly Suggestion[];
  readonly active: number;
  readonly onAccept: (item: Suggestion) => void;
}) {
  const { id, items, active, onAccept } = props;
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="tb-overlay tb-jql__list"
      hidden={items.length === 0}
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text area has the focus and handles the keys.
        <div
          key={`${item.label}\n${item.detail ?? ''}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="tb-jql__item"
          ref={element => {
            if (index === active) element?.scrollIntoView({ block: 'nearest' });
          }}
          // Before blur takes the focus from the text area.
          onPointerDown={event => event.preventDefault()}
          onClick={() => onAccept(item)}
        >
          <span>{item.label}</span>
          {item.detail && <span className="tb-quiet">{item.detail}</span>}
        </div>
      ))}
    </div>
  );
}

function range(error: JqlError, text: string): [number, number] | null {
  if (error.from === undefined) return null;
  const from = Math.max(0, Math.min(error.from, text.length));
  const word = /^\S+/.exec(text.slice(from))?.[0].length ?? 0;
  return [from, Math.min(text.length, error.to ?? from + word)];
}

/** The text with the error marked; at the end of the text as an empty box. */
function marked(text: string, error: JqlError | null | undefined): ReactNode {
  const place = error ? range(error, text) : null;
  if (!place) return text;
  const [from, to] = place;
  return (
    <>
      {text.slice(0, from)}
      <mark className="tb-jql__mark">{text.slice(from, to) || '\u00a0'}</mark>
      {text.slice(to)}
    </>
  );
}

/** The place is marked in the text; in words for screen readers. */
function errorText(error: JqlError, text: string): ReactNode {
  const place = range(error, text);
  if (!place) return error.message;
  const before = text.slice(0, place[0]).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const where = text.includes('\n')
    ? `line ${before.length}, character ${column}`
    : `character ${column}`;
  return (
    <>
      {error.message}
      <span className="tb-hidden"> ({where})</span>
    </>
  );
}

/** `insert` replaces the characters from `from` up to `to`. */
export interface Suggestion {
  readonly label: string;
  readonly detail?: string;
  readonly insert: string;
  readonly from: number;
  readonly to: number;
}

export type Suggest = (
  text: string,
  caret: number,
  signal: AbortSignal,
) => Promise<readonly Suggestion[]>;

const PAUSE_MS = 150;

/** Suggestions for a text with the caret at a place. */
interface Shown {
  readonly items: readonly Suggestion[];
  readonly text: string;
  readonly caret: number;
}

const NONE: Shown = { items: [], text: '', caret: 0 };

/** Whether the text differs by letters that were typed at the caret, so that suggestions still stand for the word there. */
function isSameWord(shown: Shown, text: string, caret: number): boolean {
  const typed = text.slice(shown.caret, caret);
  return (
    caret >= shown.caret &&
    /^[\p{L}\p{N}_-]*$/u.test(typed) &&
    text === shown.text.slice(0, shown.caret) + typed + shown.text.slice(shown.caret)
  );
}

/** Suggestions for a text and caret, debounced; a new request cancels the last. */
function useSuggestions(suggest: Suggest | undefined) {
  const [shown, setShown] = useState(NONE);
  const [active, setActive] = useState(-1);
  const pending = useRef<{ abort: AbortController; timer: ReturnType<typeof setTimeout> }>(null);

  const stop = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current?.abort.abort();
    pending.current = null;
  }, []);
  const close = useCallback(() => {
    stop();
    setShown(NONE);
    setActive(-1);
  }, [stop]);
  const ask = useCallback(
    (text: string, caret: number) => {
      stop();
      if (!suggest) return;
      // Those of another word would go to another place.
      setShown(before => (isSameWord(before, text, caret) ? before : NONE));
      const abort = new AbortController();
      const show = (items: readonly Suggestion[]) => {
        if (abort.signal.aborted) return;
        setShown({ items, text, caret });
        setActive(-1);
      };
      const timer = setTimeout(() => {
        suggest(text, caret, abort.signal).then(show, () => show([]));
      }, PAUSE_MS);
      pending.current = { abort, timer };
    },
    [suggest, stop],
  );
  useEffect(() => stop, [stop]);
  return { items: shown.items, asked: shown.text, active, setActive, ask, close };
}
