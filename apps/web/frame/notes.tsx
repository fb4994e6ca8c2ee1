import './notes.css';
import InformationIcon from '@atlaskit/icon/core/status-information';
import WarningIcon from '@atlaskit/icon/core/status-warning';
import { countOf } from '@tallyboard/core/measure/figures.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { mainNotes } from '@tallyboard/engine/ask/shown-coverage.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { type ReactNode, useId, useState } from 'react';

type OnDrill = (drill: Drill) => void;

/** The button of the notes, and their list: doubtful notes are always visible, of those about histories one, the others when opened and in print. */
export function useNotes(
  notes: readonly Note[],
  onDrill: OnDrill,
  /** Why histories are incomplete, beside the note that says what that does. */
  why: ReactNode = null,
): readonly [ReactNode, ReactNode] {
  const [open, setOpen] = useState(false);
  const id = useId();
  const main = mainNotes(notes);
  const folded = notes.filter(note => !main.has(note));
  const label = folded.length === 1 ? '1 note' : `${folded.length} notes`;
  return [
    folded.length > 0 && (
      <Button
        key="notes"
        appearance="subtle"
        icon={InformationIcon}
        className="tb-notes__button tb-no-print"
        aria-label={label}
        data-tb-tooltip={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {folded.length}
      </Button>
    ),
    <div key="list" id={id} className="tb-notes">
      <NoteList notes={[...main]} onDrill={onDrill} why={why} />
      <NoteList notes={folded} onDrill={onDrill} folded={!open} />
    </div>,
  ];
}

function NoteList(props: {
  readonly notes: readonly Note[];
  readonly onDrill: OnDrill;
  readonly folded?: boolean;
  readonly why?: ReactNode;
}) {
  const { notes, onDrill, folded, why } = props;
  if (notes.length === 0) return null;
  return (
    <ul className={classNames('tb-notes__list', folded && 'tb-notes__list--folded')}>
      {notes.map(note => (
        <li key={`${note.code} ${note.text}`} className="tb-notes__note">
          {note.doubtful && <WarningIcon label="Warning" size="small" color="currentColor" />}
          <span>
            {note.text}{' '}
            {note.issues.length > 0 && (
              <button
                type="button"
                className="tb-button tb-button--link tb-notes__open"
                onClick={() => onDrill(drillOf(note))}
              >
                Show issues
              </button>
            )}{' '}
            {note.ofHistory && why}
          </span>
        </li>
      ))}
    </ul>
  );
}

const figures = new WeakMap<Note, Drill['figure']>();

/** Memoized per note: an open drill is found by the identity of its figure. */
function drillOf(note: Note): Drill {
  const figure = figures.get(note) ?? countOf(note.issues);
  figures.set(note, figure);
  return { title: note.text, reason: 'Issues of this note.', figure };
}
