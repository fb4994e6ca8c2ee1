import { BY_CATEGORY, namedWorkflow } from '@tallyboard/core/flow/workflow-definition.ts';
import { CATEGORY_LABELS } from '@tallyboard/core/model/status.ts';
import FLOW_FORM from '@tallyboard/report-kit/families/flow/flow-form.tsx';
import { CheckGroup } from '@tallyboard/report-kit/form/check-group.tsx';
import type { FormPartProps, FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { useEffect, useState } from 'react';
import type { FlowEfficiencySettings } from './settings.ts';
import { lower } from './wait-places.ts';

type Props = FormPartProps<FlowEfficiencySettings>;

/** The columns in which issues wait, of those before the finish. */
function WaitColumns(props: Props) {
  const { setting, settings, set } = props;
  const { waitColumns } = settings;
  const columns = useColumns(props);
  const isOf = (names: readonly string[], name: string) =>
    names.some(each => lower(each) === lower(name));
  const others = waitColumns.filter(name => !isOf(columns, name));
  return (
    <CheckGroup label={setting.label}>
      {[...new Set(columns), ...others].map(name => (
        <Checkbox
          key={name}
          label={name}
          checked={isOf(waitColumns, name)}
          onChange={checked => {
            const rest = waitColumns.filter(each => lower(each) !== lower(name));
            set({ waitColumns: checked ? [...rest, name] : rest });
          }}
        />
      ))}
    </CheckGroup>
  );
}

const CATEGORIES = [CATEGORY_LABELS['to-do'], CATEGORY_LABELS['in-progress']];

/** The names of the workflow's columns before its finish; empty while those of a board load. */
function useColumns({ settings: { workflow, board }, site }: Props): readonly string[] {
  const { boardColumns } = site;
  const definition =
    typeof workflow === 'string' ? namedWorkflow(site.settings?.workflows, workflow) : workflow;
  const wanted = definition || workflow === BY_CATEGORY ? null : board;
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  useEffect(() => {
    setLoaded([]);
    let isCurrent = true;
    if (wanted !== null)
      boardColumns?.(wanted).then(
        names => isCurrent && setLoaded(names),
        // The chosen columns can still be removed.
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [wanted, boardColumns]);
  if (definition) {
    const names = definition.columns.map(({ name }) => name);
    return names.slice(0, names.indexOf(definition.finish));
  }
  return wanted === null ? CATEGORIES : loaded.slice(0, -1);
}

export default {
  ...FLOW_FORM,
  lastDays: { when: ({ from, to }) => from === null && to === null },
  waitColumns: { Part: WaitColumns },
} satisfies FormRules<FlowEfficiencySettings>;
