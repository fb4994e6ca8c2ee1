import type { ViewStateStore } from '@tallyboard/ui/text/view-state.ts';

/** View state of the history entry, which a reload keeps. */
export const entryViewState: ViewStateStore = {
  read: key => history.state?.view?.[key],
  write(key, value) {
    const before = history.state?.view;
    const view = { ...before, [key]: value };
    if (JSON.stringify(view) !== JSON.stringify(before))
      history.replaceState({ ...history.state, view }, '');
  },
};
