/** The settings that all users share: admins alone see this page. */
export default function SettingsPage({ fields }: { readonly fields: boolean }) {
  return <h2>{fields ? 'Issues By Reports' : 'Global App Settings'}</h2>;
}
