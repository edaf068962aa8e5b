<?php
// Answers requests to the Anachrony of Board Game Arena: one JSON object a line in, one out. See anachrony_program.py.
//
//     PROGRAMS=FOLDER PROGRAMS_DRIVERS=FOLDER php anachrony_bridge.php
//
// PROGRAMS holds the program (anachrony/game) and the socket of a database (db.sock); PROGRAMS_DRIVERS holds a stub of
// the site's framework (anachrony/stub). Neither is part of this project. The stub is loaded with two changes: dice and
// draws ask chance() below, and notifications are counted by the place that sends them.
error_reporting(E_ALL);
ini_set('display_errors', 'stderr');
ini_set('memory_limit', '2G');
ini_set('serialize_precision', '-1');
set_error_handler(fn($level, $message, $file, $line) => warned($level, "$message @" . basename($file) . ":$line"));
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

define('GAMEDIR', getenv('PROGRAMS') . '/anachrony/game');
define('CHANGED', sys_get_temp_dir() . '/anyturn-anachrony-' . getmypid() . '/');
define('APP_GAMEMODULE_PATH', CHANGED);
define('DATABASE', 'anyturn_' . getmypid());
define('FIRST_ID', 90000001);
define('FIRST_TIME', 1690000000);

$warnings = [];
$visited = [];
$queues = [];
$table = null;

function warned(int $level, string $message): bool
{
    global $warnings;
    if ($level != E_DEPRECATED && $level != E_USER_DEPRECATED) {
        $warnings[$message] = ($warnings[$message] ?? 0) + 1;
    }
    return true;
}

/** The outcome of a draw: what the request that began the table prescribes for it, or else a seeded random number. */
function chance(int $least, int $most): int
{
    global $queues;
    $frame = debug_backtrace(DEBUG_BACKTRACE_PROVIDE_OBJECT, 3)[2];
    $who = $frame['object']->player_id ?? '';
    $kind = match ($frame['function']) {
        'setupNewGame' => [4 => 'path', 15 => 'building', 8 => 'endgame', 18 => 'superproject'][$most],
        'preparation' => 'card',
        'initialSetup' => $most == 45 ? 'breakthrough' : "side/$who",
        'paradox', 'doextraCleanup' => "{$frame['function']}/$who",
        'impact' => 'tile',
        default => $most == 3 ? 'shape' : 'icon',
    };
    if (!isset($queues[$kind])) {
        return mt_rand($least, $most);
    }
    if (!$queues[$kind]) {
        throw new LogicException("more draws of $kind than the log has");
    }
    $value = array_shift($queues[$kind]);
    return $frame['function'] == 'paradox' ? array_search($value, anachrony::$instance->paradoxes) : $value;
}

/** Counts a notification by file, line and kind. */
function sent(string $type): void
{
    global $visited;
    foreach (debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 5) as $frame) {
        $file = $frame['file'] ?? '';
        if (str_starts_with($file, GAMEDIR)) {
            $place = substr($file, strlen(GAMEDIR) + 1) . ':' . $frame['line'];
            $visited[$place] = ($visited[$place] ?? 0) + 1;
            return;
        }
    }
}

function load_program(): void
{
    $stub = file_get_contents(getenv('PROGRAMS_DRIVERS') . '/anachrony/stub/module/table/table.game.php');
    $stub = str_replace('mt_rand(', 'chance(', $stub, $draws);
    $stub = preg_replace('/(function note2\(\$type[^{]*\{)/', '$1 sent($type);', $stub, -1, $notes);
    if ($draws != 1 || $notes != 1) {
        fwrite(STDERR, "the stub of the framework is not the one that this bridge knows\n");
        exit(2);
    }
    mkdir(CHANGED . 'module/table', 0700, true);
    file_put_contents(CHANGED . 'module/table/table.game.php', $stub);
    register_shutdown_function('clear_away');
    set_include_path(GAMEDIR . ':.');
    require GAMEDIR . '/anachrony.game.php';
    $database = new mysqli('localhost', 'root', '', '', 0, getenv('PROGRAMS') . '/db.sock');
    $database->query("set session sql_mode=''");
    DBX::$db = $database;
}

function clear_away(): void
{
    DBX::$db?->query('drop database if exists ' . DATABASE);
    unlink(CHANGED . 'module/table/table.game.php');
    rmdir(CHANGED . 'module/table');
    rmdir(CHANGED . 'module');
    rmdir(CHANGED);
}

const FRAMEWORK_TABLES = [
    'player' => 'player_no int unsigned not null auto_increment primary key, player_id int unsigned not null unique,
        player_canal varchar(32) not null, player_name varchar(32) not null, player_avatar varchar(10) not null,
        player_color varchar(6) not null, player_score int not null default 0, player_score_aux int not null default 0,
        player_zombie tinyint not null default 0, player_eliminated tinyint not null default 0,
        player_is_multiactive tinyint not null default 0',
    'global' => 'global_id int unsigned not null primary key, global_value varchar(64)',
];

/** One table of the program: its players, packets, and requests. */
final class AnachronyTable
{
    public array $logs = [];
    public array $requests = [];
    public array $ids = [];
    public int $undos = 0;
    public ?array $start = null;
    private int $time = FIRST_TIME;
    private int $packet = 0;

    public function __construct(private array $asked)
    {
        global $queues;
        $queues = $asked['chance'] ?? [];
        mt_srand($asked['seed']);
        $this->make_database();
        $players = [];
        foreach ($asked['players'] as $n => $name) {
            $this->ids[] = FIRST_ID + $n;
            $players[FIRST_ID + $n] = [
                'player_canal' => md5($name), 'player_name' => $name, 'player_avatar' => '', 'player_table_order' => $n + 1,
            ];
        }
        Table::$snap = null;
        $this->request($this->ids[0], function ($game) use ($players) {
            $game->callMe('setupNewGame', $players, []);
            $game->gamestate->nextState('');
        });
    }

    private function make_database(): void
    {
        $database = DBX::$db;
        $database->query('drop database if exists ' . DATABASE);
        $database->query('create database ' . DATABASE . ' default charset utf8');
        $database->select_db(DATABASE);
        foreach (FRAMEWORK_TABLES as $name => $columns) {
            $database->query("create table $name ($columns) engine=InnoDB default charset=utf8");
        }
        $database->multi_query(file_get_contents(GAMEDIR . '/dbmodel.sql'));
        while ($database->more_results()) {
            $database->next_result();
        }
        $board = $this->asked['board'];
        $paths = $this->asked['paths'];
        $database->query("insert into global values (1, 1), (2, 0), (100, $board), (101, $paths)");
        Table::$tables = array_column($database->query('show tables')->fetch_all(), 0);
        Table::$gc = null;
        DBX::clear();
    }

    /** Carries a request out and keeps its packet; a refused one changes nothing. */
    public function request(int $player, callable $request): void
    {
        Table::$cur = $player;
        Table::$packet = [];
        Table::$wantSave = false;
        Table::$restored = false;
        $before = Table::$snap;
        DBX::$db->query('start transaction');
        try {
            $game = new anachrony();
            $request($game);
            if ($saves = Table::$wantSave) {
                $game->doSave();
            }
            DBX::$db->query('commit');
        } catch (Throwable $refusal) {
            DBX::$db->query('rollback');
            Table::$gc = null;
            DBX::clear();
            Table::$snap = $before;
            throw $refusal;
        }
        $this->keep($before);
        if ($saves) {
            Table::$snap['packet'] = $this->packet;
        }
    }

    private function keep(?array $before): void
    {
        $this->packet++;
        $this->time += mt_rand(2, 60);
        if (Table::$restored) {
            $this->undos++;
            if ($this->asked['undo'] == 'drop') {
                $kept = $before['packet'] ?? 0;
                $this->logs = array_values(array_filter($this->logs, fn($row) => (int) $row['packet_id'] <= $kept));
            }
        }
        $number = (string) $this->packet;
        $this->logs[] = [
            'channel' => '/table/t1', 'table_id' => '1', 'packet_id' => $number, 'packet_type' => 'resend',
            'move_id' => $number, 'time' => (string) $this->time, 'data' => Table::$packet,
        ];
    }

    /** Whom the program waits for, and what can be clicked. */
    public function prompt(): array
    {
        $game = new anachrony();
        $state = $game->gamestate->id();
        $prompt = ['state' => $state, 'players' => array_map('intval', $game->gamestate->getActivePlayerList())];
        if ($state == 9 && $this->start === null) {
            $this->start = $this->datas();
        }
        $asked = match ($state) {
            2 => $game->argSelection(), 9 => $game->argSelectionLeader(), 5 => $game->argPlayerTurn(), default => [],
        };
        $prompt['selectable'] = (object) array_map(fn($each) => array_values($each['target'] ?? []), $asked['selectable'] ?? []);
        $prompt['nb'] = $asked['nb'] ?? null;
        $prompt['pending'] = $state == 5
            ? $game->getObjectFromDB('select * from pending order by id desc limit 1') : null;
        return $prompt;
    }

    public function datas(): array
    {
        Table::$cur = $this->ids[0];
        return (new anachrony())->callMe('getAllDatas');
    }

    /** The table as the site's archive has it, and what it came to. */
    public function result(): array
    {
        $rows = (new anachrony())->getObjectListFromDB('select * from player order by player_no');
        $players = [];
        $final = [];
        $columns = [];
        foreach ($this->logs as $row) {
            foreach ($row['data'] as $entry) {
                if ($entry['type'] == 'finalscore') {
                    $args = (array) $entry['args'];
                    $columns[$args['i']][$args['j']] = $args['score'];
                }
            }
        }
        foreach ($rows as $row) {
            $players[] = ['id' => $row['player_id'], 'name' => $row['player_name'], 'color' => $row['player_color'], 'avatar' => ''];
        }
        foreach ($columns as $row) {
            $final[$row[0]] = $row[15];
        }
        return [
            'table' => ['status' => 1, 'data' => ['logs' => $this->logs, 'players' => $players]],
            'final' => $final, 'columns' => $columns, 'undos' => $this->undos, 'requests' => $this->requests,
            'gamedatas' => ['start' => $this->start, 'end' => $this->datas()],
        ];
    }

    public function select(array $asked): void
    {
        $player = $asked['player'];
        $this->request($player, fn($game) => isset($asked['tiles'])
            ? $game->actVortex(implode(',', $asked['tiles'])) : $game->actSelect($asked['arg1'], $asked['arg2'] ?? null));
        $this->requests[] = ['packet_id' => $this->packet] + array_diff_key($asked, ['op' => 1]);
    }
}

function answer(array $asked): array
{
    global $table, $visited, $warnings;
    try {
        switch ($asked['op']) {
            case 'begin':
                $table = new AnachronyTable($asked);
                return ['ids' => $table->ids] + $table->prompt();
            case 'select':
                $table->select($asked);
                return $table->prompt();
            case 'rows':
                return ['rows' => (new anachrony())->getObjectListFromDB("select * from {$asked['table']}")];
            case 'result':
                return $table->result();
            case 'visited':
                return ['visited' => (object) $visited, 'warnings' => (object) $warnings];
        }
    } catch (Throwable $refusal) {
        $place = basename($refusal->getFile()) . ':' . $refusal->getLine();
        return ['refused' => get_class($refusal) . ': ' . $refusal->getMessage() . " @$place"];
    }
    return ['refused' => "unknown request {$asked['op']}"];
}

load_program();
while (($line = fgets(STDIN)) !== false) {
    echo json_encode(answer(json_decode($line, true)), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";
}
