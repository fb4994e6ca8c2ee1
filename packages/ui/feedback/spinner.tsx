import './feedback.css';

export function Spinner({ label, size = 24 }: { readonly label: string; readonly size?: number }) {
  return (
    <span role="status" className="tb-spinner" style={{ width: size, height: size }}>
      <span className="tb-hidden">{label}</span>
    </span>
  );
}
