import { CUSTOM_PRESET, type Filter } from '@tallyboard/engine/gadgets/filter.ts';
import type { Preset } from '@tallyboard/jira/jql/presets.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { useAskBeforeUnload } from '@tallyboard/ui/overlay/ask-before-unload.ts';
import { useEffect } from 'react';
import { filtersUrl, queryUrl } from '../start/host-links.ts';
import { useSession } from '../start/session.ts';
import { FilterFields } from './filter-fields.tsx';
import { useFilterDraft } from './use-filter-draft.ts';

/** The filter of the custom page: a preset or a query, applied by Apply or Enter. */
export default function FilterBox(props: {
  readonly presets: readonly Preset[];
  readonly filter: Filter;
  /** Jira refused its query: says why. */
  readonly refused: boolean;
  readonly onApply: (filter: Filter) => void;
}) {
  const { presets, filter, refused, onApply } = props;
  const { info } = useSession().host;
  const draft = useFilterDraft(presets, filter, onApply);
  const { explain } = draft;
  const { jql } = filter;
  const typed = draft.filter;
  useAskBeforeUnload(() => typed.preset === CUSTOM_PRESET && typed.jql.trim() !== jql.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refused query.
  useEffect(() => {
    if (refused) void explain();
  }, [refused, jql]);
  return (
    <form
      className="tb-filter"
      onSubmit={event => {
        event.preventDefault();
        void draft.apply();
      }}
    >
      <FilterFields presets={presets} draft={draft} />
      <div className="tb-row tb-page__views">
        <Button type="submit" appearance="primary" busy={draft.checking}>
          Apply
        </Button>
        <OutLink url={queryUrl(info, draft.filter.jql.trim())}>View Filtered Issues</OutLink>
        <OutLink url={filtersUrl(info)}>
          {info.flavour === 'cloud' ? 'Edit Jira JQL filters' : 'Edit Favorite Jira JQL filters'}
        </OutLink>
      </div>
    </form>
  );
}
