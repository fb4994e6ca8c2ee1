import WarningIcon from '@atlaskit/icon/core/status-warning';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { countOf } from '@tallyboard/report-kit/figures/figures.ts';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';

/** How many notes stand open; more fold away, so that doubts never push the figures off the screen. */
const OPEN_NOTES = 2;

export interface NotesProps {
  readonly notes: readonly Note[];
  readonly onDrill: (drill: Drill) => void;
}

/** Doubts about the data. Each opens the issues that it is about. */
export function Notes({ notes, onDrill }: NotesProps) {
  if (notes.length === 0) return null;
  const list = (
    <ul className="tb-notes">
      {notes.map(note => (
        <li key={`${note.code} ${note.text}`} className="tb-notes__note">
          <WarningIcon label="" size="small" color="currentColor" />
          <span>
            {note.text}{' '}
            {note.issues.length > 0 && (
              <button
                type="button"
                className="tb-button tb-button--link tb-notes__open"
                onClick={() => onDrill(drillOf(note))}
              >
                {note.issues.length === 1 ? '1 issue' : `${formatCount(note.issues.length)} issues`}
              </button>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
  if (notes.length <= OPEN_NOTES) return list;
  return (
    <div className="tb-notes__folded">
      <Disclosure title={`${notes.length} notes on the data`}>{list}</Disclosure>
    </div>
  );
}

const figures = new WeakMap<Note, Drill['figure']>();

/** The same note always gives the same figure, so that its drill is found again by identity. */
function drillOf(note: Note): Drill {
  const figure = figures.get(note) ?? countOf(note.issues);
  figures.set(note, figure);
  return { title: note.text, reason: 'These issues are what the note is about.', figure };
}
