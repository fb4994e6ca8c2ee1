import './feedback.css';
import CrossIcon from '@atlaskit/icon/core/cross';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from '../controls/button.tsx';
import { keepInSight } from '../overlay/keep-in-sight.ts';
import { useTopDialog } from '../overlay/open-dialogs.ts';
import { Store, useStore } from '../text/store.ts';
import { MessageIcon, type MessageKind } from './states.tsx';

export interface Flag {
  readonly kind: MessageKind;
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}

type ShownFlag = Flag & { readonly id: number };

/** Information and success close by themselves, later with an action; warnings and errors stay until closed. */
const SHOWN_MS = 8_000;
const SHOWN_WITH_ACTION_MS = 10_000;

const flags = new Store<readonly ShownFlag[]>([]);
let nextId = 1;

let presenter: ((flag: Flag) => () => void) | null = null;

/** Lets the host of a small frame show the flags; null restores this page. */
export function presentFlags(by: ((flag: Flag) => () => void) | null): void {
  presenter = by;
}

/** Shows a flag at the lower left of the page; returns a function that closes it. */
export function showFlag(flag: Flag): () => void {
  if (presenter) return presenter(flag);
  const id = nextId++;
  // A repeated flag replaces the one that is open.
  flags.set([
    ...flags.read().filter(({ title, text }) => title !== flag.title || text !== flag.text),
    { ...flag, id },
  ]);
  return () => closeFlag(id);
}

/** What to tell a reader about an error: its sentence, where its message is for logs. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'sentence' in error && typeof error.sentence === 'string' ? error.sentence : error.message;
}

/** For `catch`: shows the error in a flag with this title. */
export const showProblem = (title: string) => (error: unknown) =>
  void showFlag({ kind: 'error', title, text: messageOf(error) });

const closeFlag = (id: number) => flags.set(flags.read().filter(shown => shown.id !== id));

export function FlagHost() {
  const shown = useStore(flags);
  const host = useRef<HTMLDivElement>(null);
  // In the topmost dialog, outside of which nothing can be pressed or is read out.
  const dialog = useTopDialog();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another dialog needs another popover.
  useLayoutEffect(() => {
    // A dialog that closes takes the popover out of the page, until the next render puts it elsewhere.
    if (!host.current?.isConnected) return;
    // Reopened for each flag: the top layer puts the newest element above dialogs.
    host.current.hidePopover();
    if (shown.length === 0) return;
    host.current.showPopover();
    return keepInSight(host.current);
  }, [shown, dialog]);
  const section = (
    <section ref={host} popover="manual" className="tb-flags tb-no-print" aria-label="Messages">
      <div aria-live="polite">
        {shown.map(flag => (
          <FlagCard key={flag.id} flag={flag} />
        ))}
      </div>
    </section>
  );
  return dialog ? createPortal(section, dialog) : section;
}

function FlagCard({ flag }: { readonly flag: ShownFlag }) {
  const { id, kind, title, text, action } = flag;
  useEffect(() => {
    if (kind === 'error' || kind === 'warning') return;
    const timer = setTimeout(() => closeFlag(id), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, kind, action]);
  return (
    <div className="tb-overlay tb-flag">
      <MessageIcon kind={kind} />
      <div className="tb-flag__text">
        <p className="tb-section-message__title">{title}</p>
        {text && <p>{text}</p>}
        {action && (
          <Button
            appearance="link"
            onClick={() => {
              closeFlag(id);
              action.onSelect();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton icon={CrossIcon} label="Close message" onClick={() => closeFlag(id)} />
    </div>
  );
}
