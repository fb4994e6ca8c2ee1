import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { InputField } from '@tallyboard/ui/controls/text-field.tsx';
import { useEffect, useState } from 'react';
import { levelName, type Rows } from '../settings.ts';

/** Names of issue types that begin with a text. */
export type LoadIssueTypes = (text: string) => Promise<readonly string[]>;

type Kind = 'epic' | 'version' | 'board-set' | 'query' | 'level';

const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'epic', label: 'Epics' },
  { value: 'version', label: 'Versions' },
  { value: 'board-set', label: 'Members of the board set' },
  { value: 'query', label: 'Queries' },
  { value: 'level', label: 'Issues of another type' },
];

const isKind = (value: Rows): value is Exclude<Kind, 'level'> => !value.startsWith('level:');

/** What the rows are; an issue type by its name, which is checked and offered by the names of the site. */
export function RowsField(props: {
  readonly label: string;
  readonly value: Rows;
  readonly error?: string | undefined;
  readonly issueTypes: LoadIssueTypes | undefined;
  /** At each key by default, else when the reader leaves the field or presses Enter. */
  readonly lazy?: boolean;
  readonly onChange: (rows: Rows) => void;
}) {
  const { label, value, error, issueTypes, lazy = false, onChange } = props;
  const stored = isKind(value) ? '' : value.slice('level:'.length).trim();
  const [kind, setKind] = useState<Kind>(isKind(value) ? value : 'level');
  const [typed, setTyped] = useState(stored);
  const shown: Kind = isKind(value) && kind !== 'level' ? value : 'level';
  const { names, problem } = useTypeNames(shown === 'level' ? typed : '', issueTypes);
  const put = (text: string) => {
    const rows: Rows = `level:${text.trim()}`;
    if (!lazy || levelName(rows) !== null) onChange(rows);
  };
  const choose = (next: Kind) => {
    setKind(next);
    if (next === 'level') put(typed);
    else onChange(next);
  };
  return (
    <>
      <ChoiceField label={label} options={KINDS} value={shown} onChange={choose} />
      {shown === 'level' && (
        <InputField
          label="Issue type"
          help="Each issue of it, with the issues below it, is a row: Initiative, Feature."
          error={problem ?? error}
          value={typed}
          suggestions={names}
          onChange={({ target }) => {
            setTyped(target.value);
            if (!lazy) put(target.value);
          }}
          onBlur={() => lazy && put(typed)}
          onKeyDown={({ key, nativeEvent }) => {
            if (lazy && key === 'Enter' && !nativeEvent.isComposing) put(typed);
          }}
        />
      )}
    </>
  );
}

const WAIT_MS = 250;

/** Names to choose from, and what is wrong with the typed one; nothing while they load, or where they cannot be loaded. */
function useTypeNames(typed: string, load: LoadIssueTypes | undefined) {
  const [found, setFound] = useState<{ readonly of: string; readonly names: readonly string[] }>();
  const text = typed.trim();
  useEffect(() => {
    if (!load) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      offered(text, load).then(
        names => isCurrent && setFound({ of: text, names }),
        () => isCurrent && setFound(undefined),
      );
    }, WAIT_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, load]);
  const names = found?.names ?? [];
  const isKnown = names.some(name => name.toLowerCase() === text.toLowerCase());
  const isUnknown = found !== undefined && found.of === text && text !== '' && !isKnown;
  return { names, problem: isUnknown ? unknownText(text, names) : undefined };
}

/** Those that begin with the text, else all. */
async function offered(text: string, load: LoadIssueTypes): Promise<readonly string[]> {
  const names = await load(text);
  return names.length > 0 || text === '' ? names : load('');
}

const MAX_OFFERED = 8;

function unknownText(text: string, names: readonly string[]): string {
  const some = names.slice(0, MAX_OFFERED).join(', ');
  const more = names.length > MAX_OFFERED ? ' and others' : '';
  return `No issue type is called '${text}'.${some && ` There are: ${some}${more}.`}`;
}
