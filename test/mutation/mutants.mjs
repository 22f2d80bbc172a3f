import { parseSync } from "vite";

const OPPOSITE = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
};

/**
 * All mutants of a file: an operator replaced, a condition negated, a boolean flipped, a regular expression without an
 * anchor or without `i`. Each is `{ line, from, to, apply() }`; `apply` returns the whole changed text.
 */
export function mutantsOf(fileName, text) {
  const mutants = [];
  const change = (start, end, to) => {
    const line = text.slice(0, start).split("\n").length;
    const apply = () => text.slice(0, start) + to + text.slice(end);
    mutants.push({ line, from: text.slice(start, end), to, apply });
  };
  const negate = ({ start, end }) => change(start, end, `!(${text.slice(start, end)})`);
  const changes = {
    BinaryExpression: changeOperator,
    LogicalExpression: changeOperator,
    IfStatement: ({ test }) => negate(test),
    WhileStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    Literal({ start, end, value, regex }) {
      if (typeof value === "boolean") change(start, end, String(!value));
      for (const to of regex ? looser(regex) : []) change(start, end, to);
    },
  };
  function changeOperator({ left, right, operator }) {
    const to = OPPOSITE[operator];
    const start = text.indexOf(operator, left.end);
    if (to !== undefined && start < right.start) change(start, start + operator.length, to);
  }
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node.type === "string" && /^(TS(?!NonNull|As|Satisfies)|ImportDeclaration)/.test(node.type)) return;
    changes[node.type]?.(node);
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(fileName, text).program.body);
  return mutants;
}

function looser({ pattern, flags }) {
  return [
    pattern.startsWith("^") && `/${pattern.slice(1)}/${flags}`,
    /[^\\]\$$/.test(pattern) && `/${pattern.slice(0, -1)}/${flags}`,
    flags.includes("i") && `/${pattern}/${flags.replace("i", "")}`,
  ].filter(Boolean);
}
