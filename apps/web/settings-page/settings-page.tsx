import './settings-page.css';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { useMemo } from 'react';
import { canDisableStandard } from '../start/edition.ts';
import { pageClient } from '../start/page-client.ts';
import { useSession } from '../start/session.ts';
import { EditionPane } from './edition-pane.tsx';
import { FieldsForm } from './fields-form.tsx';
import { GlobalForm } from './global-form.tsx';
import { SettingEditor } from './setting-form.tsx';
import { createSettingsStore } from './settings-store.ts';

/** The settings that all users share. Only admins see this page. */
export default function SettingsPage(props: {
  /** Opens the fields of 'Issues By'. */
  readonly fields: boolean;
}) {
  const { fields } = props;
  const { host, site, edition, now } = useSession();
  const store = useMemo(() => {
    return createSettingsStore({ client: pageClient(host), editor: site.currentUser, now });
  }, [host, site.currentUser, now]);
  return (
    <div className="tb-settings">
      <h2>Global App Settings</h2>
      <SectionMessage kind="warning" title="These settings affect all users of the app">
        They are the defaults of every report. Changes made in a report are not saved here.
      </SectionMessage>
      <SettingEditor
        store={store}
        name="global-settings"
        noun="Settings"
        savedText="Reports will reload."
        Editor={GlobalForm}
      />
      {edition.standardFeatures && (
        <Disclosure level={3} title="Issues By Reports" defaultOpen={fields}>
          <SettingEditor
            store={store}
            name="enabled-fields"
            noun="Fields"
            savedText="The menu is updated."
            Editor={FieldsForm}
          />
        </Disclosure>
      )}
      {canDisableStandard(edition) && <EditionPane store={store} />}
    </div>
  );
}
