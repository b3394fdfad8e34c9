/*
 * The two small steps around bubblewrap that Python would do slowly or unsafely.
 *
 *   launch outside [-c FILE]... [-r RESOURCE:VALUE]... [-b SOURCE]... [-u UID] -- PROGRAM ARGUMENTS
 *     Before bubblewrap: join the control groups (-c: a cgroup.procs file), set resource limits, and, as root, bind
 *     each SOURCE to /tmp/b0, /tmp/b1, ... in a mount namespace of its own and become UID. The binds come before the
 *     change of user because a source may lie below a home that only root may enter.
 *
 *   launch inside [-r RESOURCE:VALUE]... FD -- PROGRAM ARGUMENTS
 *     As the first program in the jail: set the limits that must be counted inside its user namespace (processes),
 *     write one byte to FD as a sign that the jail stands, close it, put the next two descriptors in the place of stdin
 *     and stdout and become the bot. (bubblewrap's own process outside keeps its 0 to 2 open for as long as it lives:
 *     a bot that had these could close its stdout without anybody noticing.)
 *
 * python.py beside this file does the same for machines without a compiler. Exit code 120: the jail was not built.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX_BINDS 32
#define FIRST_FREE_FD 8 /* 0-2 stdio, 3 filter, 4 status, 5 ready, 6 and 7 the bot's stdin and stdout */

static void fail(const char *what, const char *which) {
    fprintf(stderr, "launch: %s %s: %s\n", what, which, strerror(errno));
    _exit(120);
}

static void set_limit(const char *text) {
    char *rest;
    int resource = (int)strtol(text, &rest, 10);
    if (*rest != ':') fail("bad limit", text);
    rlim_t value = (rlim_t)strtoull(rest + 1, NULL, 10);
    struct rlimit limit = {value, value};
    if (setrlimit(resource, &limit) != 0) fail("setrlimit", text);
}

static void join_group(const char *path) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || write(fd, "0", 1) != 1) fail("cannot join", path);
    close(fd);
}

/* The sources are opened in the new namespace (the kernel refuses binds across two) and before /tmp is covered. */
static void stage(char **paths, int count) {
    char source[64], target[64];
    int sources[MAX_BINDS];
    struct stat status;
    if (unshare(CLONE_NEWNS) != 0) fail("unshare", "mounts");
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) fail("make private", "/");
    for (int i = 0; i < count; i++) {
        sources[i] = open(paths[i], O_PATH | O_CLOEXEC);
        if (sources[i] < 0) fail("cannot open", paths[i]);
    }
    if (mount("karma", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755") != 0) fail("mount", "/tmp");
    for (int i = 0; i < count; i++) {
        snprintf(source, sizeof source, "/proc/self/fd/%d", sources[i]);
        snprintf(target, sizeof target, "/tmp/b%d", i);
        if (fstat(sources[i], &status) != 0) fail("stat", source);
        if (S_ISDIR(status.st_mode)) {
            if (mkdir(target, 0755) != 0) fail("mkdir", target);
        } else {
            int fd = open(target, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
            if (fd < 0) fail("create", target);
            close(fd);
        }
        if (mount(source, target, NULL, MS_BIND, NULL) != 0) fail("bind", target);
        close(sources[i]);
    }
}

static void become(unsigned id) {
    if (setgroups(0, NULL) != 0 || setresgid(id, id, id) != 0 || setresuid(id, id, id) != 0) fail("become", "the seat");
}

static int outside(int argc, char **argv) {
    char *sources[MAX_BINDS];
    int count = 0, option;
    unsigned id = 0;
    syscall(SYS_close_range, FIRST_FREE_FD, ~0U, 0);
    while ((option = getopt(argc, argv, "+c:r:b:u:")) != -1) {
        if (option == 'c') join_group(optarg);
        if (option == 'r') set_limit(optarg);
        if (option == 'u') id = (unsigned)strtoul(optarg, NULL, 10);
        if (option == 'b') {
            if (count == MAX_BINDS) fail("too many binds", optarg);
            sources[count++] = optarg;
        }
        if (option == '?') return 120;
    }
    if (id != 0) {
        stage(sources, count);
        become(id);
    }
    execv(argv[optind], argv + optind);
    fail("cannot run", argv[optind]);
    return 120;
}

static int inside(int argc, char **argv) {
    int option;
    while ((option = getopt(argc, argv, "+r:")) != -1)
        if (option == 'r') set_limit(optarg);
    int ready = atoi(argv[optind]);
    if (write(ready, "R", 1) != 1) fail("no one waits on", argv[optind]);
    close(ready);
    for (int target = 0; target < 2; target++) {
        if (dup2(ready + 1 + target, target) < 0) fail("no descriptor after", argv[optind]);
        close(ready + 1 + target);
    }
    argv += optind + 2; /* the descriptor and "--" */
    execv(argv[0], argv);
    fprintf(stderr, "The program %s cannot be run: %s\n", argv[0], strerror(errno));
    return 127;
}

int main(int argc, char **argv) {
    if (argc > 3 && strcmp(argv[1], "outside") == 0) return outside(argc - 1, argv + 1);
    if (argc > 3 && strcmp(argv[1], "inside") == 0) return inside(argc - 1, argv + 1);
    fprintf(stderr, "usage: launch outside|inside ... (see the source)\n");
    return 120;
}
