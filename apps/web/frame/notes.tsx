import WarningIcon from '@atlaskit/icon/core/status-warning';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import { countOf } from '@tallyboard/report-kit/figures/figures.ts';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';

/** More notes than this are folded, so that they do not push the figures off the screen. */
const OPEN_NOTES = 2;

export function Notes(props: {
  readonly notes: readonly Note[];
  readonly onDrill: (drill: Drill) => void;
}) {
  const { notes, onDrill } = props;
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
                Show issues
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
      <Disclosure title={`${notes.length} data notes`}>{list}</Disclosure>
    </div>
  );
}

const figures = new WeakMap<Note, Drill['figure']>();

/** Memoized per note: an open drill is found by the identity of its figure. */
function drillOf(note: Note): Drill {
  const figure = figures.get(note) ?? countOf(note.issues);
  figures.set(note, figure);
  return { title: note.text, reason: 'Issues of this note.', figure };
}
