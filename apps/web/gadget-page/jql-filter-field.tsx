import { JqlField } from '@tallyboard/ui/controls/jql-field.tsx';
import { useMemo } from 'react';
import { createSuggest } from '../filter/jql-suggest.ts';
import type { FilterDraft } from '../filter/use-filter-draft.ts';
import { useSession } from '../start/session.ts';

/** The query of a gadget without presets. */
export function JqlFilterField({ draft }: { readonly draft: FilterDraft }) {
  const { engine } = useSession();
  const suggest = useMemo(() => createSuggest(engine), [engine]);
  const { problem } = draft;
  return (
    <JqlField
      label="JQL filter"
      help="Leave empty for all issues with work logged on these dates."
      value={draft.filter.jql}
      onChange={draft.type}
      suggest={suggest}
      error={
        problem && {
          message: problem.errors.join(' '),
          ...(problem.at !== null && { from: problem.at }),
        }
      }
    />
  );
}
