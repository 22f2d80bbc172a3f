import type { ReactNode } from "react";
import type { TableData } from "../site/api/payload.ts";

interface TableProps {
  /** Of a table field. */
  table: TableData | null;
  /** Of the `<table>`. */
  className?: string;
}

/**
 * A table from the editor. Null renders nothing.
 *
 * @example
 * export const Prices = ({ prices }: { prices: TableData | null }) => <Table table={prices} className="prices" />;
 */
export function Table({ table, className }: TableProps): ReactNode {
  if (!table) return null;
  return (
    <table className={className}>
      {table.head.length > 0 && (
        <thead>
          <tr>{table.head.map((cell, at) => cellOf("th", cell, at))}</tr>
        </thead>
      )}
      <tbody>
        {table.rows.map((row, at) => {
          const key = `row-${at}`; // rows have no id and never change their order
          return <tr key={key}>{row.map((cell, place) => cellOf("td", cell, place))}</tr>;
        })}
      </tbody>
    </table>
  );
}

function cellOf(Tag: "th" | "td", text: string, at: number): ReactNode {
  return (
    <Tag key={`cell-${at}`} scope={Tag === "th" ? "col" : undefined}>
      {text}
    </Tag>
  );
}
