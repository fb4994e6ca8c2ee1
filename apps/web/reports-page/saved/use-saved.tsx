import StarIcon from '@atlaskit/icon/core/star-unstarred';
import type { MenuItem } from '@tallyboard/reports/catalogue/reports.ts';
import type { Action } from '@tallyboard/ui/controls/menu.tsx';
import { type ReactNode, Suspense, useState } from 'react';
import type { RunState } from '../../frame/report-run.ts';
import { preloaded } from '../../preloaded.tsx';
import { type PageState, type PageStateTools, savedView } from '../../router/page-state.ts';
import { useSession } from '../../start/session.ts';

// Lazy: for readers who save reports.
const SaveDialog = preloaded(() => import('./save-dialog.tsx'));
const SavedLine = preloaded(() => import('./saved-line.tsx'));

/** The open saved report, else the action that saves what is shown, where the host keeps saved reports. */
export function useSaved(
  page: PageStateTools,
  shown: PageState,
  { report, settings: menuSettings }: Pick<MenuItem, 'report' | 'settings'>,
  name: string,
  { shown: result, percent }: Pick<RunState, 'shown' | 'percent'>,
): { readonly actions: readonly Action[]; readonly line: ReactNode; readonly dialog: ReactNode } {
  const { host } = useSession();
  const [saving, setSaving] = useState(false);
  if (host.savedReports === null) return NOTHING_TO_SAVE;
  const view = { report, menuSettings, ...savedView(shown) };
  const isOpen = page.state.saved !== null;
  const onSave = () => setSaving(true);
  const save = { id: 'save-report', label: 'Save report', icon: StarIcon, onSelect: onSave };
  return {
    actions: isOpen ? [] : [save],
    line: isOpen && (
      <Suspense fallback={<div className="tb-saved" />}>
        <SavedLine
          page={page}
          shown={shown}
          view={view}
          result={percent === null && !result?.loaded.part ? result : null}
          onSaveAs={onSave}
        />
      </Suspense>
    ),
    dialog: saving && (
      <Suspense>
        <SaveDialog
          page={page}
          shown={shown}
          view={view}
          name={name}
          onClose={() => setSaving(false)}
        />
      </Suspense>
    ),
  };
}

const NOTHING_TO_SAVE = { actions: [], line: null, dialog: null };
