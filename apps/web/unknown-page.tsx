export default function UnknownPage() {
  return (
    <main className="tb-page-message">
      <h1>Page not found</h1>
      <p>
        <code>{location.pathname}</code> leads nowhere. The <a href="/reports">reports</a> and the{' '}
        <a href="/docs">documentation</a> are here.
      </p>
    </main>
  );
}
