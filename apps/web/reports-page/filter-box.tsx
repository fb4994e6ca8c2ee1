import type { Preset } from '@tallyboard/jira/jql/presets.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import type { Filter } from '../filter/filter.ts';
import { FilterFields } from '../filter/filter-fields.tsx';
import { useFilterDraft } from '../filter/use-filter-draft.ts';
import { filtersUrl, queryUrl } from '../start/host-links.ts';
import { useSession } from '../start/session.ts';

export interface FilterBoxProps {
  readonly presets: readonly Preset[];
  /** The applied filter. */
  readonly filter: Filter;
  readonly onApply: (filter: Filter) => void;
}

/** The filter of the custom page: a preset or a query, applied by Apply or Enter. */
export function FilterBox({ presets, filter, onApply }: FilterBoxProps) {
  const { info } = useSession().host;
  const draft = useFilterDraft(presets, filter, onApply);
  return (
    <form
      className="tb-filter"
      onSubmit={event => {
        event.preventDefault();
        void draft.apply();
      }}
    >
      <FilterFields presets={presets} draft={draft} />
      <div className="tb-filter__actions">
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
